// Keeps the whole page, so that it needs no network after the first visit. The build fills in the two lines below.
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];
const OURS = "portable-wargame-";
const CACHE = OURS + VERSION;

// What is fetched here came with the page a moment ago: the browser's own cache still has it.
self.addEventListener("install", (event) => event.waitUntil(stocked()));

async function stocked() {
	const cache = await caches.open(CACHE);
	await cache.addAll(
		FILES.map((file) => new Request(file, { cache: file === "./" ? "no-cache" : "default" })),
	);
}

// Until then the version before it stays in charge: nobody loses the page in the middle of a battle.
self.addEventListener("message", (event) => {
	if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => event.waitUntil(clearedOut()));

async function clearedOut() {
	const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== CACHE);
	await Promise.all(names.map((name) => caches.delete(name)));
	await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
	if (event.request.method === "GET") event.respondWith(answered(event.request));
});

async function answered(request) {
	const cache = await caches.open(CACHE);
	const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
	return kept ?? fetch(request);
}
