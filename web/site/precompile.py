"""Run by precompile.mjs, in the Python of the browser: nothing has to be compiled there any more.

The sources become empty files: what is looked for by name is still found, and the compiled files say that nobody is to
compare them. Python's own library is packed without its sources and without what no game has a use for; nothing that is
only for readers is compiled, be it said in words or in the types of arguments.
"""

import ast
import importlib._bootstrap_external as files
import importlib.util
import zipfile
from pathlib import Path

# By name, or by its place in a package of which something else is used.
UNUSED = set(
    """__hello__ __phello__ _pydatetime _pydecimal _pyio _pyrepl antigravity argparse asyncio/__main__
    asyncio/proactor_events asyncio/tools asyncio/windows_events asyncio/windows_utils bdb cProfile cmd colorsys
    compileall concurrent/futures/interpreter concurrent/futures/process concurrent/interpreters configparser ctypes
    curses dbm doctest ensurepip filecmp fileinput ftplib getopt graphlib http/cookiejar http/server idlelib imaplib
    lib2to3 logging/config logging/handlers mailbox modulefinder multiprocessing netrc nntplib nturl2path optparse pdb
    pickletools plistlib poplib profile pstats pty pyclbr pydoc pydoc_data sched shelve smtplib socketserver sqlite3
    symtable tabnanny this timeit tkinter trace tty turtle turtledemo unittest urllib/robotparser venv wave webbrowser
    wsgiref xml/dom xml/etree xmlrpc zipapp zoneinfo""".split()  # noqa: SIM905
)
# They read what their own sources import, and from where.
READ = ("anyio/__init__.py", "anyio/abc/__init__.py")
# Of the many ways to write text down.
ENCODINGS = "__init__ aliases ascii charmap cp437 idna latin_1 punycode utf_16 utf_8 utf_8_sig".split()  # noqa: SIM905


class Undocumented(ast.NodeTransformer):
    """Statements that only say something."""

    def visit_Module(self, node: ast.Module) -> ast.AST:
        """What it says of itself comes before the only imports that must come first."""
        if ast.get_docstring(node, clean=False) is not None:
            del node.body[0]
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        is_text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.copy_location(ast.Expr(ast.copy_location(ast.Constant(None), node)), node) if is_text else node


class Unannotated(Undocumented):
    """The same, and functions without their types: nothing of ours asks what they are."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node


def compiled(text: bytes, name: str, reader: ast.NodeTransformer) -> bytes:
    code = compile(reader.visit(ast.parse(text)), name, "exec", dont_inherit=True)
    return bytes(files._code_to_hash_pyc(code, bytes(8), checked=False))


def is_used(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    path = Path(name).with_suffix("")
    return not name.endswith("/") and UNUSED.isdisjoint(one.as_posix() for one in (path, *path.parents))


for source in Path("/sources").rglob("*.py"):
    place = Path(importlib.util.cache_from_source(str(source), optimization=""))
    place.parent.mkdir(exist_ok=True)
    name = source.relative_to("/sources").as_posix()
    place.write_bytes(compiled(source.read_bytes(), name, Unannotated()))
    if name not in READ:
        source.write_text("")
with zipfile.ZipFile("/library.zip") as sources, zipfile.ZipFile("/library-compiled.zip", "w") as packed:
    for name in sorted(filter(is_used, sources.namelist())):
        text, entry = sources.read(name), name
        if name.endswith(".py") and "sysconfigdata" not in name:
            text, entry = compiled(text, name, Undocumented()), f"{name}c"
        # The same bytes from the same sources, whenever they are built.
        packed.writestr(zipfile.ZipInfo(entry), text, zipfile.ZIP_DEFLATED, 9)
