import type { Difference, Estimate, Fairness, FairnessReply } from "../common/protocol";
import { transport } from "../common/transport";

/** Callbacks for an estimate: the figures so far, a refusal with its reason, and the end. */
interface Waiting {
	told(estimate: Fairness | Difference): void;
	refused(why: string): void;
	over(lost: boolean): void;
}

/** Have battles fought in the background, on a connection of its own. Returns a function that hangs up. */
export function estimate(wanted: Omit<Estimate, "type" | "id">, waiting: Waiting): () => void {
	const channel = transport().line("/api/fairness");
	let listening = true;
	const hangUp = (lost: boolean) => {
		if (!listening) return;
		listening = false;
		channel.close();
		waiting.over(lost);
	};
	channel.onopen = () => channel.send(JSON.stringify({ type: "estimate", id: 1, ...wanted }));
	channel.onmessage = (event: MessageEvent<string>) => {
		if (!listening) return;
		const reply = JSON.parse(event.data) as FairnessReply;
		if (reply.type === "refused") waiting.refused(reply.message);
		else waiting.told(reply);
		if (reply.type === "refused" || reply.done) hangUp(false);
	};
	channel.onclose = () => hangUp(true);
	return () => hangUp(false);
}
