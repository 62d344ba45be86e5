// One tab of the browser plays at a time. A second says so, and may take over: then the first lets go.

const LOCK = "portable-wargame";

interface Player {
	/** This tab plays, for as long as the promise is not kept. */
	begin(): void;
	/** Another tab plays; `take` makes it this one. */
	wait(take: () => void): void;
}

export function alone({ begin, wait }: Player): void {
	const hold = () => {
		begin();
		return new Promise<never>(() => undefined);
	};
	const { locks } = navigator;
	if (!locks) {
		begin(); // an old browser: the revisions of the games still keep two tabs apart
		return;
	}
	// A lock that is taken away fails the request: whatever this page holds is out of date, so it starts again as the second.
	const lost = () => location.reload();
	const take = () => locks.request(LOCK, { steal: true }, hold).catch(lost);
	locks.request(LOCK, { ifAvailable: true }, (lock) => (lock ? hold() : wait(take))).catch(lost);
}
