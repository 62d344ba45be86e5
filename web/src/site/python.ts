// Python in a worker: Pyodide and the game's own program, from the folder that the build has put them in.

/** Set by the build: the folder of everything that Python needs, named after its contents. */
declare const __PYTHON__: string;

/** The part of Pyodide that is used. */
export interface Python {
	unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
	runPython(code: string): unknown;
	// biome-ignore lint/suspicious/noExplicitAny: a module of Python's has whatever is in it
	pyimport(name: string): any;
}

const LIBRARY = "/game";

/** The page's folder is wherever the worker's own file came from, less its folder of assets. */
const WORKER = import.meta.url;
const file = (name: string) => new URL(`../${__PYTHON__}/${name}`, WORKER).href;

export async function started(): Promise<Python> {
	// Everything is fetched at once; Python takes longer to start than the program to come.
	const program = fetched(file("game.txz"));
	const wheels = fetched(file("compiled.json")).then((answer) => answer.json() as Promise<string[]>);
	const { loadPyodide } = await import(/* @vite-ignore */ file("pyodide.mjs"));
	const [python, archive] = await Promise.all([
		loadPyodide({ indexURL: file("") }) as Promise<Python>,
		program.then((answer) => answer.arrayBuffer()),
	]);
	python.unpackArchive(archive, "xztar", { extractDir: LIBRARY });
	// Last, so that compiled modules take the place of their sources.
	for (const name of await wheels) {
		const wheel = await (await fetched(file(name))).arrayBuffer();
		python.unpackArchive(wheel, "zip", { extractDir: LIBRARY });
	}
	python.runPython(`import sys; sys.path.insert(0, "${LIBRARY}"); sys.dont_write_bytecode = True`);
	return python;
}

async function fetched(address: string): Promise<Response> {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
	return answer;
}
