import { mount, unmount } from "svelte";
import App from "../app/App.svelte";
import { travelBy } from "../common/transport";
import { alone } from "./alone";
import Elsewhere from "./Elsewhere.svelte";
import Notices from "./Notices.svelte";
import { Tab } from "./tab";
import "../styles/base.css";

const place = document.getElementById("app") as HTMLElement;
const notices = document.getElementById("notices") as HTMLElement;

alone({
	begin() {
		const tab = new Tab();
		travelBy(tab);
		// For scripts of the player's own, and for the benchmarks: what a program would ask of a server.
		Object.assign(globalThis, { portableWargame: tab });
		mount(Notices, { target: notices, props: { tab } });
		mount(App, { target: place });
	},
	wait(take) {
		const told = mount(Elsewhere, {
			target: place,
			props: {
				ontake: () => {
					unmount(told);
					take();
				},
			},
		});
	},
});
