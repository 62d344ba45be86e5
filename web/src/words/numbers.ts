// How a language counts: the one place that knows, so that no sentence glues an "s" on.

const LANGUAGE = "en-GB";
const PLURALS = new Intl.PluralRules(LANGUAGE);
const NUMBERS = new Intl.NumberFormat(LANGUAGE);

/** The form that goes with a number: `plural(3, { one: "unit", other: "units" })`. */
export function plural(number: number, forms: { one: string; other: string }): string {
	return forms[PLURALS.select(number) === "one" ? "one" : "other"];
}

/** A number and what is counted: `counted(3, { one: "unit", other: "units" })` is "3 units". */
export const counted = (number: number, forms: { one: string; other: string }) =>
	`${NUMBERS.format(number)} ${plural(number, forms)}`;

export const perCent = (share: number) => `${Math.round(share * 100)}%`;

/** A share that is known this exactly: with a decimal where whole per cents would hide how exactly. */
export const finely = (share: number, error: number) =>
	error < 0.01 ? `${(share * 100).toFixed(1)}%` : perCent(share);
