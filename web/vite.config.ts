import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { licences } from "./licences.js";

export default defineConfig({
	plugins: [svelte(), licences()],
	build: {
		outDir: "../src/portable_wargame/server/client",
		emptyOutDir: true,
		target: "es2022",
	},
	// `npm run dev` shows the sources at once; the games are those of a server that `pw serve` has started.
	server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
});
