import { expect, it } from "vitest";
import { LARGEST_TREE, LONGEST_LINK, packed, unpacked } from "./link";
import { manned } from "./samples";

it("holds the whole battle, in letters that an address may have", async () => {
	const draft = { ...manned(), about: "Grüße, „Freunde“ \u{1F3B2}" };
	const link = await packed(draft);
	expect(link).toMatch(/^[\w-]+$/);
	expect(await unpacked(link)).toEqual(draft);
});

it("is refused when it is too long, damaged, or no battle", async () => {
	await expect(unpacked("a".repeat(LONGEST_LINK + 1))).rejects.toThrow("too long");
	await expect(unpacked("a/b")).rejects.toThrow("damaged");
	const link = await packed(manned());
	await expect(unpacked(link.slice(0, link.length / 2))).rejects.toThrow("damaged");
	await expect(unpacked(await packed([1, 2]))).rejects.toThrow("no battle");
});

it("does not unfold without end", async () => {
	const bomb = await packed("x".repeat(20 * LARGEST_TREE));
	expect(bomb.length).toBeLessThan(LONGEST_LINK);
	await expect(unpacked(bomb)).rejects.toThrow("too large");
});
