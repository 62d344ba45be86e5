// A study under way: it goes on while other pages are open, and this browser keeps the last result.
import type { Investigate, Study, StudyReply } from "../common/protocol";
import { type Line, transport } from "../common/transport";
import { designing } from "../words/designing";

export type Asked = Omit<Investigate, "type" | "id">;

interface Kept {
	asked: Asked;
	told: Study;
}

const KEY = "portable-wargame/study";
/** Maps are drawn again on request: they are too large to keep. */
const LARGEST_KEPT = 1_500_000;

class Studies {
	asked: Asked | null = $state.raw(null);
	told: Study | null = $state.raw(null);
	running = $state(false);
	problem = $state("");
	#line: Line | null = null;

	constructor() {
		const last = kept();
		this.asked = last?.asked ?? null;
		this.told = last?.told ?? null;
	}

	/** The same again resumes where it stopped. */
	ask(asked: Asked): void {
		this.#hangUp();
		const same = JSON.stringify({ ...asked, games: 0 }) === JSON.stringify({ ...this.asked, games: 0 });
		this.asked = asked;
		if (!same) this.told = null;
		this.problem = "";
		this.running = true;
		const line = transport().line("/api/laboratory");
		this.#line = line;
		line.onopen = () => line.send(JSON.stringify({ type: "investigate", id: 1, ...asked }));
		line.onmessage = (event) => {
			if (line === this.#line) this.#heard(JSON.parse(event.data) as StudyReply);
		};
		line.onclose = () => {
			if (line !== this.#line) return;
			this.problem ||= designing.laboratory.lost;
			this.#hangUp();
		};
	}

	/** The battles fought so far are sent again, with all the results. */
	stop(): void {
		this.#line?.send(JSON.stringify({ type: "stop", id: 2 }));
	}

	#heard(reply: StudyReply): void {
		if (reply.type === "refused") {
			this.problem = reply.message;
			this.#hangUp();
			return;
		}
		// Between full updates only the numbers come.
		this.told = reply.sections.length > 0 ? reply : { ...reply, ...partsOf(this.told) };
		if (!reply.done) return;
		this.#hangUp();
		if (this.asked) keep({ asked: this.asked, told: this.told });
	}

	#hangUp(): void {
		const line = this.#line;
		this.#line = null;
		this.running = false;
		line?.close();
	}
}

const partsOf = (told: Study | null) => ({
	title: told?.title ?? "",
	about: told?.about ?? "",
	sections: told?.sections ?? [],
	options: told?.options ?? [],
});

function keep(last: Kept): void {
	const told = { ...last.told, sections: last.told.sections.filter((part) => !part["is-map"]) };
	const text = JSON.stringify({ ...last, told });
	try {
		if (text.length <= LARGEST_KEPT) localStorage.setItem(KEY, text);
	} catch {
		// A full storage must not stop the work.
	}
}

function kept(): Kept | null {
	try {
		const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Kept | null;
		return found?.asked && Array.isArray(found.told?.sections) ? found : null;
	} catch {
		return null;
	}
}

/** One for the whole page. */
export const studies = new Studies();
