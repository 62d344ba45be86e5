// What goes between the page and its workers.

export type ToRoom =
	| { kind: "begin"; cores: number }
	| { kind: "ask"; id: number; method: string; path: string; token: string; body: string }
	| { kind: "open"; line: number; path: string }
	| { kind: "hear"; line: number; text: string }
	| { kind: "close"; line: number }
	| { kind: "think" | "fight"; id: number; text: string };

export type FromRoom =
	| { kind: "ready" }
	/** The answer to the message with this number. */
	| { kind: "done"; id: number; text: string }
	| { kind: "opened"; line: number }
	| { kind: "told"; line: number; text: string }
	| { kind: "closed"; line: number; code: number }
	/** Without a number, it is the worker itself that failed. */
	| { kind: "failed"; id: number | null; message: string };
