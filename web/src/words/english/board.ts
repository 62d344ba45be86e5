import { counted } from "../numbers";

export const board = {
	label: "Board",
	help: "Arrow keys move about, Enter chooses, plus and minus zoom, 0 shows the whole board.",
	unit: {
		strength: (sp: number, full: number | undefined) =>
			full && full !== sp ? `${sp} of ${full} SP` : `${sp} SP`,
		facing: (facing: string) => `facing ${facing}`,
		pinned: "pinned",
		crossing: "crossing",
		moved: "has moved",
		fired: "has fired",
		fought: "has fought",
		carrying: (unit: string) => `carrying ${unit}`,
		carriedBy: (unit: string) => `carried by ${unit}`,
		task: (task: string, turns: number) =>
			`${task} (${counted(turns, { one: "turn", other: "turns" })} to go)`,
		gas: (shells: number) => counted(shells, { one: "gas shell", other: "gas shells" }),
		bombs: (loads: number) => counted(loads, { one: "bomb load", other: "bomb loads" }),
		overhead: "overhead",
	},
	tasks: {
		"lay-wire": "laying wire",
		"clear-wire": "clearing wire",
		"lay-mines": "laying mines",
		"clear-mines": "clearing mines",
		load: "loading",
		unload: "unloading",
	} as Record<string, string>,
	open: "open ground",
	cloud: "gas cloud",
	features: {
		"hill 1": "hill",
		"hill 2": "high hill",
		"built-up": "built-up area",
		woods: "woods",
		river: "river",
		ford: "ford",
		bridge: "bridge",
		road: "road",
		trench: "trench",
		fortification: "fortification",
		wire: "wire",
		minefield: "minefield",
	} as Record<string, string>,
};
