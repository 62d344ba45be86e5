// Where the guide's card lies: never over its subject. And the arrow that leads from one to the other.
export interface Box {
	left: number;
	top: number;
	width: number;
	height: number;
}

export interface Point {
	x: number;
	y: number;
}

const EDGE = 12;
const overlap = (a: Box, b: Box) =>
	Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
	Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));
const middle = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** The corner or the middle of an edge of the window where the card hides least of what must stay visible, and is nearest. */
export function placed(
	card: { width: number; height: number },
	window: { width: number; height: number },
	meant: Box[],
	other: Box[],
): Box {
	const across = [EDGE, (window.width - card.width) / 2, window.width - card.width - EDGE];
	const down = [EDGE, (window.height - card.height) / 2, window.height - card.height - EDGE];
	const places = down.flatMap((top) => across.map((left) => ({ left, top, ...card })));
	const [first] = meant;
	const cost = (box: Box) => {
		const hides = meant.reduce((sum, one) => sum + overlap(box, one), 0);
		const covers = other.reduce((sum, one) => sum + overlap(box, one), 0);
		const far = first
			? Math.hypot(middle(box).x - middle(first).x, middle(box).y - middle(first).y)
			: box.left + box.top === 0
				? 1
				: 0;
		return hides * 1_000_000 + covers * 10 + far;
	};
	return places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
}

/** From the card's edge to the edge of its subject; null if they touch. */
export function arrow(card: Box, meant: Box): { from: Point; to: Point } | null {
	const from = towards(card, middle(meant), 2);
	const to = towards(meant, middle(card), 6);
	return Math.hypot(to.x - from.x, to.y - from.y) < 12 || overlap(card, meant) > 0 ? null : { from, to };
}

/** Where the line from a box's middle to a point leaves it, and a little further. */
function towards(box: Box, point: Point, beyond: number): Point {
	const { x, y } = middle(box);
	const [dx, dy] = [point.x - x, point.y - y];
	const share = Math.min(
		Math.abs((box.width / 2 + beyond) / (dx || 1e-9)),
		Math.abs((box.height / 2 + beyond) / (dy || 1e-9)),
		1,
	);
	return { x: x + dx * share, y: y + dy * share };
}
