/**
 * A symbol for every unit type of the books: the crossed boxes of military maps for foot and horse, silhouettes for
 * guns, vehicles and aircraft. Drawn in a box from (-13, -9) to (13, 9).
 */

export interface Symbol {
	/** Strokes in ink. */
	line?: string;
	/** Finer strokes in ink. */
	thin?: string;
	/** Areas in ink. */
	solid?: string;
	/** Strokes in the colour of the box, over the areas: wheels, hatches. */
	cut?: string;
	/** Letters in place of a drawing. */
	letters?: string;
}

type Drawing = Required<Omit<Symbol, "letters">>;

function circle(x: number, y: number, r: number): string {
	return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

interface Gun {
	wheel: number;
	length: number;
	bore: number;
	/** Degrees above the level. */
	lift: number;
	shield?: boolean;
	/** On a platform, with no trail. */
	platform?: boolean;
}

/** A gun from the side, pointing right. */
function gun({ wheel, length, bore, lift, shield = false, platform = false }: Gun): Drawing {
	const axle = { x: -2, y: 6.5 - wheel };
	const angle = (-lift * Math.PI) / 180;
	const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
	const at = (along: number, across: number) => {
		const x = axle.x + along * cos - across * sin;
		const y = axle.y - 1.6 + along * sin + across * cos;
		return `${x.toFixed(1)} ${y.toFixed(1)}`;
	};
	const muzzle = bore * 0.36;
	const barrel = `M${at(-5, -bore / 2)}L${at(0, -bore * 0.58)}L${at(length, -muzzle)}L${at(length, muzzle)}L${at(0, bore * 0.58)}L${at(-5, bore / 2)}Z`;
	const band = `M${at(length - 1.4, -muzzle - 0.7)}L${at(length, -muzzle - 0.7)}L${at(length, muzzle + 0.7)}L${at(length - 1.4, muzzle + 0.7)}Z`;
	const trail = platform ? "M-10 7H8" : `M${axle.x} ${axle.y}L-12 6.8h-1`;
	const plate = shield ? `M${axle.x + 3.4} ${axle.y - 7.5}L${axle.x + 4.4} ${axle.y + 1}` : "";
	return {
		line: `${trail}${plate}${circle(axle.x, axle.y, wheel)}`,
		thin: `M${axle.x - wheel} ${axle.y}h${2 * wheel}M${axle.x} ${axle.y - wheel}v${2 * wheel}`,
		solid: barrel + band,
		cut: "",
	};
}

const PEAKS = "M3 7L7 1L8.5 3L10 0.5L13 7Z";
const SHOT = circle(6, 6, 1.7) + circle(9.6, 6, 1.7) + circle(7.8, 3, 1.7);
/** One ball, where the peaks leave no room for a pile. */
const BALL = circle(-10, -4, 1.8);
const CROSS = "M-13 -9L13 9M13 -9L-13 9";
const SLASH = "M-13 9L13 -9";
const STAR = "M0 -8L2 -2.5H7.8L3.1 1L4.9 6.7L0 3.3L-4.9 6.7L-3.1 1L-7.8 -2.5H-2Z";
const TRACK =
	"M-11 2.2H11Q12.4 2.2 11.6 4L10.4 6.2Q9.8 7 8.8 7H-8.8Q-9.8 7 -10.4 6.2L-11.6 4Q-12.4 2.2 -11 2.2Z";
const ROLLERS = [-7.5, -2.5, 2.5, 7.5].map((x) => circle(x, 4.7, 1.1)).join("");
const WAGON = "M-11 1H5V4H-11Z";
const WHEELS = circle(-8, 4.6, 2.9) + circle(2, 4.6, 2.9);
const STAFF: Symbol = { solid: STAR };

const CROSSED: Record<string, Symbol> = {
	infantry: { line: CROSS },
	"infantry-rifles": { line: CROSS },
	"infantry-firearms": { line: CROSS, solid: circle(0, -6, 1.1) + circle(-3, -6, 1.1) + circle(3, -6, 1.1) },
	"infantry-close-combat": {
		line: "M-9.5 -6.5L13 9M9.5 -6.5L-13 9",
		solid: "M-12.5 -8.7L-7.2 -7.4L-10 -3.8ZM12.5 -8.7L7.2 -7.4L10 -3.8Z",
	},
	"infantry-anti-tank": { line: CROSS, thin: "M-13 9L0 -9L13 9", solid: "M0 -9L3.4 -4.3H-3.4Z" },
	engineers: { line: "M-8.5 5.5V-4.5H8.5V5.5M0 -4.5V5.5" },
	cavalry: { line: SLASH },
	"mounted-cavalry": { line: SLASH },
	"dismounted-cavalry": {
		line: SLASH,
		thin: "M-13 -9L-10 -6.9M-8 -5.5L-5 -3.5M5 3.5L8 5.5M10 6.9L13 9M-3 -2.1L-1 -0.7M1 0.7L3 2.1",
	},
	"machine-gun": { line: "M0 7V-5M-4.6 -1.6L0 -6.6L4.6 -1.6M-6 7H6M-4.5 3.4H4.5" },
	mortar: { line: `M0 1.4V-5.5M-4.2 -2.2L0 -7L4.2 -2.2${circle(0, 4.3, 3)}` },
	spotter: {
		solid: "M-8.5 6L-6.5 -5H-2.5L-1.2 6ZM8.5 6L6.5 -5H2.5L1.2 6ZM-2 -3H2V0H-2Z",
		cut: `${circle(-4.9, 4.2, 1.6)}${circle(4.9, 4.2, 1.6)}`,
	},
	commander: STAFF,
	command: STAFF,
	cyclists: {
		line: circle(-7, 3, 4) + circle(7, 3, 4),
		thin: "M-7 3L-3 -3.5H5L0 3H-7M0 3L-3.4 -5M-5.4 -5.4H-1.6M7 3L4.4 -6.2H7",
	},
};

const GUNS: Record<string, Symbol> = {
	artillery: gun({ wheel: 4.4, length: 11, bore: 3, lift: 9 }),
	"light-artillery": gun({ wheel: 3.4, length: 8.5, bore: 2.2, lift: 9 }),
	"field-artillery": gun({ wheel: 4.4, length: 12, bore: 2.8, lift: 12 }),
	"siege-artillery": gun({ wheel: 3.6, length: 11, bore: 4.6, lift: 32, platform: true }),
	"mountain-artillery": withSolid(gun({ wheel: 3.2, length: 7.5, bore: 2.6, lift: 22 }), PEAKS),
	"medium-artillery": gun({ wheel: 4.4, length: 13, bore: 3.8, lift: 22 }),
	"heavy-artillery": gun({ wheel: 4.8, length: 12, bore: 5.4, lift: 34 }),
	"infantry-gun": gun({ wheel: 3.6, length: 7.5, bore: 3, lift: 4, shield: true }),
	"anti-tank-gun": gun({ wheel: 3, length: 14.5, bore: 1.9, lift: 1, shield: true }),
	"anti-aircraft-gun": {
		line: "M-9 7H7M-1 7V2M-6 7L-1 2L4 7",
		solid: "M-4.6 4.4L-2.4 5.6L7.2 -7.4L5.6 -8.6ZM3.4 -6.4L8 -3L7.4 -2.2L2.8 -5.6Z",
	},
	"rifled-siege-artillery": gun({ wheel: 3.6, length: 13, bore: 4.2, lift: 26, platform: true }),
	"rifled-field-artillery": gun({ wheel: 4.4, length: 13, bore: 2.6, lift: 10 }),
	"rifled-mountain-artillery": withSolid(gun({ wheel: 3.2, length: 8.5, bore: 2.2, lift: 24 }), PEAKS),
	"smoothbore-siege-artillery": withSolid(
		gun({ wheel: 3.6, length: 7, bore: 5.2, lift: 32, platform: true }),
		SHOT,
	),
	"smoothbore-field-artillery": withSolid(gun({ wheel: 4.4, length: 8, bore: 3.8, lift: 12 }), SHOT),
	"smoothbore-mountain-artillery": withSolid(
		gun({ wheel: 3, length: 5.5, bore: 3.2, lift: 28 }),
		PEAKS + BALL,
	),
};

function withSolid(symbol: Drawing, more: string): Symbol {
	return { ...symbol, solid: symbol.solid + more };
}

const VEHICLES: Record<string, Symbol> = {
	tank: {
		solid: `${TRACK}M-9.5 1.6L-8 -1.5H-5.5L-4.2 -5.8H3.6L5 -1.5H9L10.5 1.6ZM4 -4.9H13V-3.3H4Z`,
		cut: ROLLERS,
	},
	"light-tank": {
		solid:
			"M-8 2.4H8Q9.4 2.4 8.6 4.2L7.6 6.2Q7 7 6 7H-6Q-7 7 -7.6 6.2L-8.6 4.2Q-9.4 2.4 -8 2.4ZM-6.5 1.8L-5 -1H-2.8L-2 -4.2H3L4 -1H6L7.5 1.8ZM3 -3.2H8.5V-2.2H3Z",
		cut: [-4.5, 0, 4.5].map((x) => circle(x, 4.8, 1)).join(""),
	},
	"assault-gun": {
		solid: `${TRACK}M-10 1.6L-7.5 -4H3.4L6.2 -1.4H9L10.5 1.6ZM5 -2.9H13V-0.3H5Z`,
		cut: ROLLERS,
	},
	"self-propelled-artillery": {
		solid: `${TRACK}M-10.5 1.6V-4.5H-9L-8 -1H9L10.5 1.6ZM-6.4 -0.8L-7.4 -3.2L9.6 -9L10.4 -7Z`,
		cut: ROLLERS,
	},
	"armoured-car": {
		solid: `M-11 3.5V0.5L-8 -2.2H-4L-3 -6H3.6L4.8 -2.2H8L11.5 1V3.5ZM4 -5H9V-4H4Z${circle(-6.5, 4.2, 3.2)}${circle(6.5, 4.2, 3.2)}`,
		cut: circle(-6.5, 4.2, 1.3) + circle(6.5, 4.2, 1.3),
	},
	"half-track": {
		solid: `M-12 -3.5H3L4.5 -1H10L11.5 1.2V4H-12ZM-10.5 3H1.5Q3 3 2.2 4.6L1.4 6.2Q1 7 0 7H-9Q-10 7 -10.4 6.2L-11.4 4.6Q-12 3 -10.5 3Z${circle(8, 4.4, 2.8)}`,
		cut: [-8, -4.5, -1].map((x) => circle(x, 5, 0.9)).join("") + circle(8, 4.4, 1.1),
	},
	truck: {
		solid: `M-12 -6.5Q-4.5 -8.5 2.6 -6.5V3.5H-12ZM3.4 -3.6H7.2L9 -0.4H12V3.5H3.4Z${circle(-7.5, 4.4, 2.8)}${circle(7.5, 4.4, 2.8)}`,
		cut: `${circle(-7.5, 4.4, 1.1)}${circle(7.5, 4.4, 1.1)}M4.6 -2.4H6.6L7.6 -0.4H4.6ZM-12 0.6H2.6`,
	},
	transport: {
		line: WHEELS,
		thin: "M-8 1.7V7.5M-10.9 4.6H-5.1M2 1.7V7.5M-0.9 4.6H4.9M5 3L12.5 5",
		solid: `${WAGON}M-11.5 0.4Q-12.5 -8 -3 -8Q6.5 -8 5.5 0.4Z`,
		cut: "M-7.4 -7V0M-3 -7.8V0M1.4 -7V0",
	},
	"horse-transport": {
		line: circle(-8.6, 4.2, 2.9),
		thin: "M-8.6 1.3V7.1M-11.5 4.2H-5.7M-3 2L3 1.4",
		solid:
			"M-12.5 -3H-3.5V1.4H-12.5ZM1.5 -1.8Q5 -2.6 8 -2L9.6 -6.4L10.2 -7.8L10.9 -6.6L13 -4.4L12.3 -3.2L10.7 -3.9L9.8 1.2L9.2 7H7.9L7.7 2.4Q5.5 3 3.6 2.4L3.2 7H1.9L1.6 2.4Q0.6 0.6 1.5 -1.8Z",
	},
};

const AIRCRAFT: Record<string, Symbol> = {
	"reconnaissance-aircraft": {
		solid:
			"M-12.5 -3.4Q0 -4.6 12.5 -3.4V-0.6Q0 -1.6 -12.5 -0.6ZM0 -8Q1.5 -6 1.4 -2L0.9 5H4.4V7.2H-4.4V5H-0.9L-1.4 -2Q-1.5 -6 0 -8Z",
		cut: "M-9.5 -2H-6.5M6.5 -2H9.5",
		line: circle(8.6, 4.6, 2.6),
		thin: "M8.6 4.6h0.1",
	},
	"single-seat-fighter": {
		solid:
			"M-10 -3.6Q0 -6 10 -3.6L9 -0.4Q0 -1.8 -9 -0.4ZM0 -8.4Q1.8 -7 1.6 -3L0.9 4.6L4 6V7.6H-4V6L-0.9 4.6L-1.6 -3Q-1.8 -7 0 -8.4Z",
		cut: "M0 -1.8V0.4",
	},
	"two-seat-fighter": {
		solid:
			"M-11.5 -5.6H11.5V-3H-11.5ZM-11.5 -0.8H11.5V1.4H-11.5ZM0 -8.4Q1.8 -7 1.7 -3L1 4.8L4.2 6.2V7.8H-4.2V6.2L-1 4.8L-1.7 -3Q-1.8 -7 0 -8.4Z",
		cut: "M0 -1.9V-1.7M0 2.6V2.8",
		thin: "M-8 -3V-0.8M8 -3V-0.8",
	},
	bomber: {
		solid:
			"M-13 -1.6L-1.8 -4V0.6L-13 1ZM13 -1.6L1.8 -4V0.6L13 1ZM0 -8.8Q2.2 -7 2 -2L1.3 5L6 5.8V8H-6V5.8L-1.3 5L-2 -2Q-2.2 -7 0 -8.8ZM-7.6 -5.4H-5.2V0H-7.6ZM7.6 -5.4H5.2V0H7.6ZM-6.6 4.4H-5V8.6H-6.6ZM6.6 4.4H5V8.6H6.6Z",
		cut: "M0 -6.2V-4.6",
	},
};

export const SYMBOLS: Readonly<Record<string, Symbol>> = { ...CROSSED, ...GUNS, ...VEHICLES, ...AIRCRAFT };

/** The drawing of that name, or two letters if there is none. */
export function symbolOf(name: string): Symbol {
	return SYMBOLS[name] ?? { letters: lettersOf(name) };
}

/** "WE" for war-elephant, "FE" for fencers. */
function lettersOf(name: string): string {
	const [first = "", second = ""] = name.split(/[- ]+/);
	return ((first[0] ?? "?") + (second[0] ?? first[1] ?? "")).toUpperCase();
}
