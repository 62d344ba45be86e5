import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page that needs no server; build_site.py says where everything is.
const { SITE_DIR, SITE_PYTHON, SITE_VERSION, SITE_ANSWERED } = process.env;

export default defineConfig({
	plugins: [svelte()],
	base: "./",
	worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } } },
	define: {
		__PYTHON__: JSON.stringify(SITE_PYTHON),
		__VERSION__: JSON.stringify(SITE_VERSION),
		__ANSWERED__: SITE_ANSWERED ?? "[]",
	},
	build: {
		outDir: SITE_DIR ?? "../build/tab",
		emptyOutDir: true,
		target: "es2022",
		rolldownOptions: { input: "site.html" },
	},
});
