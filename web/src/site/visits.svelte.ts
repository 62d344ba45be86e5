// The page as an installed app: it works without a network after the first visit, and says when there is a newer one.

export class Visits {
	/** A newer version has come, and waits until it is asked for. */
	newer = $state(false);
	/** The browser has promised not to delete what the page stores. */
	lasting = $state(false);
	#waiting: ServiceWorker | null = null;

	async register(): Promise<void> {
		this.lasting = (await navigator.storage?.persist?.()) ?? false;
		if (!("serviceWorker" in navigator)) return;
		try {
			const registration = await navigator.serviceWorker.register("service-worker.js");
			this.#look(registration);
			registration.addEventListener("updatefound", () => {
				registration.installing?.addEventListener("statechange", () => this.#look(registration));
			});
		} catch {
			// Some browsers have none in private windows: the page then needs the network for the next visit.
		}
	}

	/** The player has chosen the moment. */
	update(): void {
		navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
		this.#waiting?.postMessage("take over");
	}

	/** One that waits while another is in charge is an update; the first is simply the first. */
	#look({ waiting }: ServiceWorkerRegistration): void {
		this.#waiting = waiting;
		this.newer = waiting !== null && navigator.serviceWorker.controller !== null;
	}
}
