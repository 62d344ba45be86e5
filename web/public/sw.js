// Tells a player that it is his move while no page is open. The knock carries nothing: the page knows the rest.
self.addEventListener("push", (event) => {
	const note = { body: "It is your move.", tag: "your-move", icon: "/icon-your-move.svg" };
	event.waitUntil(self.registration.showNotification("The Portable Wargame", note));
});

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(cameBack());
});

/** To the page if there is one, else to the list of battles, which says where it is one's move. */
async function cameBack() {
	const [page] = await self.clients.matchAll({ type: "window" });
	return page ? page.focus() : self.clients.openWindow("/");
}
