// Compile Python's sources with the Python that will run them: node precompile.mjs FOLDER WHERE-PYODIDE-IS STDLIB-OUT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, pyodide, library] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide();
python.FS.mkdir("/sources");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/sources");
python.FS.writeFile("/library.zip", new Uint8Array(readFileSync(`${pyodide}/python_stdlib.zip`)));
python.runPython(readFileSync(new URL("precompile.py", import.meta.url), "utf-8"));
writeFileSync(library, python.FS.readFile("/library-compiled.zip"));
