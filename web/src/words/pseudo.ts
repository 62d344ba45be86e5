const MARKS = ["⟦", "⟧"] as const;

/** The same words between brackets that nobody types: strings, the results of functions, and everything nested. */
export function pseudo<Value>(value: Value): Value {
	return marked(value) as Value;
}

function marked(value: unknown): unknown {
	if (typeof value === "string") return value === "" ? value : MARKS[0] + value + MARKS[1];
	if (typeof value === "function") return (...given: unknown[]) => marked(value(...given));
	if (Array.isArray(value)) return value.map(marked);
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(inner)]));
	return value;
}
