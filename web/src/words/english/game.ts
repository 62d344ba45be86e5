export const game = {
	stale: "The board has changed since you looked. It is up to date now; choose again.",
	secret: "That step is one of the enemy’s secret orders. You can see it once both sides have given theirs.",
};
