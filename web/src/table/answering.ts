// "May A fire at B, and what does it need?": asks the server, and gives an answer to read at a glance.
import type { Asked, Offer, Reason, Surveyed, UnitState } from "../common/protocol";
import type { Game } from "../game/game.svelte";

export interface Answer {
	/** its possible attacks on them, with the dice for each */
	offers: Offer[];
	/** why not, where it may do nothing: the attack that it would be, and the reasons */
	refusals: { text: string; reasons: Reason[] }[];
}

const ATTACKS = ["fire", "fight", "bombard", "strafe", "bomb"];

export async function mayAttack(game: Game, unit: UnitState, target: UnitState): Promise<Answer> {
	const cell = target.at;
	if (cell === null) return { offers: [], refusals: [] };
	const survey = await game.connection.request<Surveyed>({ type: "survey", unit: unit.id });
	const offers = survey.offers.filter((one) => one.cell === cell && ATTACKS.includes(one.action.do));
	if (offers.length > 0) return { offers, refusals: [] };
	const asked = await game.connection.request<Asked>({ type: "ask", unit: unit.id, cell });
	const refused = asked.verdicts.filter((one) => !one.legal && ATTACKS.includes(one.verb));
	const refusals = once(refused);
	if (refusals.length === 0 && survey.reasons.length > 0)
		return { offers, refusals: [{ text: "", reasons: survey.reasons }] };
	return { offers, refusals };
}

/** A reason that rules out several attacks is given once. */
function once(refused: Answer["refusals"]): Answer["refusals"] {
	const told = new Set<string>();
	const isNew = ({ clause, text }: Reason) => !told.has(clause + text) && Boolean(told.add(clause + text));
	const found = refused.map(({ text, reasons }) => ({ text, reasons: reasons.filter(isNew) }));
	return found.filter(({ reasons }) => reasons.length > 0);
}
