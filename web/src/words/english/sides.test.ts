import { expect, it } from "vitest";
import { theSide } from "./sides";

it("gives a side its article where it takes one", () => {
	const names = [
		"Ridge brigade",
		"The Reds",
		"First Army",
		"Blue",
		"Redland",
		"Port Sabine",
		"Army of the West",
	];
	expect(names.map(theSide)).toEqual([
		"the Ridge brigade",
		"the Reds",
		"First Army",
		"Blue",
		"Redland",
		"Port Sabine",
		"the Army of the West",
	]);
});
