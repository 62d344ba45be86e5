/**
 * Every word that the page itself says. One file for each folder of the client, in `english/`; the server words what happens in the battle.
 * Another language is another folder with the same keys. A phrase is a string, or a function of its subject.
 */
import { english } from "./english";
import { pseudo } from "./pseudo";

export type Words = typeof english;

/** `?language=pseudo` marks each of our words, so that a test sees any that was written elsewhere. */
const wanted = typeof location === "undefined" ? "" : new URLSearchParams(location.search).get("language");

export function spoken<Told>(told: Told): Told {
	return wanted === "pseudo" ? pseudo(told) : told;
}

export const words: Words = spoken(english);
