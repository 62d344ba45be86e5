/**
 * A link as a QR code for a phone: made here, because no server may see the secret behind the #. Bytes, the lowest
 * level of correction, versions 1 to 10 (271 bytes): more than any link of ours has.
 */

/** By version: how many bytes of data, and of correction for each of its blocks; the data is dealt out to this many blocks. */
const VERSIONS: readonly [data: number, correction: number, blocks: number][] = [
	[19, 7, 1],
	[34, 10, 1],
	[55, 15, 1],
	[80, 20, 1],
	[108, 26, 1],
	[136, 18, 2],
	[156, 20, 2],
	[194, 24, 2],
	[232, 30, 2],
	[274, 18, 4],
];
/** By version: the centres of the small squares that help to find one's way. */
const ALIGNMENT: readonly number[][] = [
	[],
	[6, 18],
	[6, 22],
	[6, 26],
	[6, 30],
	[6, 34],
	[6, 22, 38],
	[6, 24, 42],
	[6, 26, 46],
	[6, 28, 50],
];
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
	(x, y) => (x + y) % 2 === 0,
	(_, y) => y % 2 === 0,
	(x) => x % 3 === 0,
	(x, y) => (x + y) % 3 === 0,
	(x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
	(x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
	(x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
	(x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
/** The level of correction, as the format writes it. */
const LOWEST = 1;

type Module = boolean | undefined;

/** Row by row, whether a module is dark; null if the text is too long. */
export function qrCode(text: string, mask?: number): boolean[][] | null {
	const bytes = new TextEncoder().encode(text);
	const place = VERSIONS.findIndex(([room], number) => bytes.length + (number < 9 ? 2 : 3) <= room);
	if (place < 0) return null;
	const words = codewords(bytes, place);
	const plain = grid(place + 1);
	const fixed = plain.map((row) => row.map((one) => one !== undefined));
	lay(plain, words);
	const masked = (number: number) => finished(plain, fixed, number);
	if (mask !== undefined) return masked(mask);
	const all = MASKS.map((_, number) => masked(number));
	return all.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}

function codewords(bytes: Uint8Array, place: number): number[] {
	const [room, correction, blocks] = VERSIONS[place] as [number, number, number];
	const bits: number[] = [];
	const put = (value: number, length: number) => {
		for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
	};
	put(4, 4);
	put(bytes.length, place < 9 ? 8 : 16);
	for (const byte of bytes) put(byte, 8);
	put(0, Math.min(4, room * 8 - bits.length));
	while (bits.length % 8 !== 0) bits.push(0);
	const data: number[] = [];
	for (let at = 0; at < bits.length; at += 8) data.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
	for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad);
	// The later blocks are one longer if the data cannot be dealt out evenly.
	const short = Math.floor(room / blocks);
	const dealt: number[][] = [];
	for (let block = 0, at = 0; block < blocks; block++) {
		const length = short + (block >= blocks - (room % blocks) ? 1 : 0);
		dealt.push(data.slice(at, at + length));
		at += length;
	}
	const checks = dealt.map((block) => corrected(block, correction));
	return [...interleaved(dealt), ...interleaved(checks)];
}

function interleaved(blocks: number[][]): number[] {
	const longest = Math.max(...blocks.map((block) => block.length));
	return Array.from({ length: longest }, (_, at) =>
		blocks.flatMap((block) => (at < block.length ? [block[at] as number] : [])),
	).flat();
}

function times(a: number, b: number): number {
	let product = 0;
	for (let bit = 7; bit >= 0; bit--) {
		product = (product << 1) ^ ((product >> 7) * 0x11d);
		product ^= ((b >> bit) & 1) * a;
	}
	return product & 0xff;
}

/** What is left when the block is divided by the generator polynomial of that degree. */
function corrected(block: number[], degree: number): number[] {
	const generator: number[] = [...Array<number>(degree - 1).fill(0), 1];
	for (let power = 0, root = 1; power < degree; power++, root = times(root, 2)) {
		for (let at = 0; at < degree; at++)
			generator[at] = times(generator[at] as number, root) ^ (generator[at + 1] ?? 0);
	}
	const rest: number[] = Array<number>(degree).fill(0);
	for (const byte of block) {
		const factor = byte ^ (rest.shift() as number);
		rest.push(0);
		for (let at = 0; at < degree; at++)
			rest[at] = (rest[at] as number) ^ times(generator[at] as number, factor);
	}
	return rest;
}

/** Everything that does not depend on the text; the rest is undefined. */
function grid(version: number): Module[][] {
	const size = 17 + 4 * version;
	const modules: Module[][] = Array.from({ length: size }, () => Array<Module>(size).fill(undefined));
	const set = (x: number, y: number, dark: boolean) => {
		if (x >= 0 && y >= 0 && x < size && y < size) (modules[y] as Module[])[x] = dark;
	};
	for (let at = 0; at < size; at++) {
		set(6, at, at % 2 === 0);
		set(at, 6, at % 2 === 0);
	}
	const square = (x: number, y: number, reach: number, rings: number[]) => {
		for (let dy = -reach; dy <= reach; dy++)
			for (let dx = -reach; dx <= reach; dx++)
				set(x + dx, y + dy, !rings.includes(Math.max(Math.abs(dx), Math.abs(dy))));
	};
	for (const [x, y] of [
		[3, 3],
		[size - 4, 3],
		[3, size - 4],
	] as const)
		square(x, y, 4, [2, 4]);
	const centres = ALIGNMENT[version - 1] as number[];
	const corner = (x: number, y: number) =>
		[
			[6, 6],
			[6, size - 7],
			[size - 7, 6],
		].some(([a, b]) => a === x && b === y);
	for (const x of centres) for (const y of centres) if (!corner(x, y)) square(x, y, 2, [1]);
	for (const [x, y] of formatPlaces(size).flat()) set(x, y, false);
	set(8, size - 8, true);
	if (version >= 7) {
		let rest = version;
		for (let step = 0; step < 12; step++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
		const bits = (version << 12) | rest;
		for (let bit = 0; bit < 18; bit++) {
			const dark = ((bits >> bit) & 1) === 1;
			set(size - 11 + (bit % 3), Math.floor(bit / 3), dark);
			set(Math.floor(bit / 3), size - 11 + (bit % 3), dark);
		}
	}
	return modules;
}

/** Where the fifteen bits of the format stand, twice, the lowest first. */
function formatPlaces(size: number): [number, number][][] {
	const first: [number, number][] = [0, 1, 2, 3, 4, 5, 7, 8].map((y) => [8, y]);
	first.push([7, 8], ...[5, 4, 3, 2, 1, 0].map((x): [number, number] => [x, 8]));
	const second: [number, number][] = Array.from({ length: 8 }, (_, at) => [size - 1 - at, 8]);
	second.push(...Array.from({ length: 7 }, (_, at): [number, number] => [8, size - 7 + at]));
	return [first, second];
}

/** Two columns at a time from the right, up and down in turn, past the column of the timing marks. */
function lay(modules: Module[][], words: number[]): void {
	const size = modules.length;
	let bit = 0;
	for (let right = size - 1; right >= 1; right -= 2) {
		if (right === 6) right = 5;
		for (let step = 0; step < size; step++) {
			for (const x of [right, right - 1]) {
				const upward = ((right + 1) & 2) === 0;
				const row = modules[upward ? size - 1 - step : step] as Module[];
				if (row[x] !== undefined) continue;
				row[x] = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
				bit += 1;
			}
		}
	}
}

function finished(plain: Module[][], fixed: boolean[][], mask: number): boolean[][] {
	const turns = MASKS[mask] as (x: number, y: number) => boolean;
	const done = plain.map((row, y) => row.map((dark, x) => Boolean(dark) !== (!fixed[y]?.[x] && turns(x, y))));
	const data = (LOWEST << 3) | mask;
	let rest = data;
	for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
	const bits = ((data << 10) | rest) ^ 0x5412;
	for (const places of formatPlaces(done.length))
		places.forEach(([x, y], bit) => {
			(done[y] as boolean[])[x] = ((bits >> bit) & 1) === 1;
		});
	return done;
}

/** How hard it is to read: long runs, blocks of one colour, what looks like a finder, and too much of one colour. */
function penalty(modules: boolean[][]): number {
	const size = modules.length;
	const lines = [...modules, ...modules.map((_, x) => modules.map((row) => row[x] as boolean))];
	let sum = 0;
	for (const line of lines) {
		const text = line.map((dark) => (dark ? "1" : "0")).join("");
		for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
		for (const pattern of ["10111010000", "00001011101"])
			for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1)) sum += 40;
	}
	for (let y = 1; y < size; y++)
		for (let x = 1; x < size; x++) {
			const dark = modules[y]?.[x];
			if (dark === modules[y - 1]?.[x] && dark === modules[y]?.[x - 1] && dark === modules[y - 1]?.[x - 1])
				sum += 3;
		}
	const share = modules.flat().filter(Boolean).length / (size * size);
	return sum + 10 * Math.floor(Math.abs(share * 20 - 10));
}
