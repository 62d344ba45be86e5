// A side's name in a sentence: "the Ridge brigade", but "First Army" and "Blue". `battle/naming.py` has the same for the server's sentences.
const ORDINAL = /^(First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth) /;
const BARE = /^(Red|Blue|Green|White|Black|Grey|Yellow|Port|Fort|side)(?![^ ])/;

/** A side by its name, with its article where it takes one. */
export function theSide(name: string): string {
	if (/^[Tt]he /.test(name)) return `the ${name.slice(4)}`;
	if (ORDINAL.test(name) || BARE.test(name) || /^[^ ]*(land|ia)$/.test(name)) return name;
	return `the ${name}`;
}
