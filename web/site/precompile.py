"""Run by precompile.mjs, in the Python of the browser: nothing has to be compiled there any more.

Our sources become empty files: what is looked for by name is still found, and the compiled files say that nobody is to
compare them. Python's own library is packed without its sources and without what no game has a use for; nothing that is
only for readers is compiled.
"""

import ast
import importlib._bootstrap_external as files
import importlib.util
import zipfile
from pathlib import Path

UNUSED = set(
    """_pydatetime _pydecimal _pyio _pyrepl antigravity cProfile cmd ctypes curses dbm doctest ensurepip ftplib idlelib
    imaplib lib2to3 mailbox multiprocessing netrc nntplib optparse pdb pickletools plistlib poplib profile pstats pydoc
    pydoc_data smtplib socketserver sqlite3 this tkinter trace turtle turtledemo unittest venv wave webbrowser wsgiref
    xmlrpc zipapp""".split()  # noqa: SIM905
)
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


def compiled(text: bytes, name: str) -> bytes:
    code = compile(Undocumented().visit(ast.parse(text)), name, "exec", dont_inherit=True)
    return bytes(files._code_to_hash_pyc(code, bytes(8), checked=False))


def is_used(name: str) -> bool:
    first, _, rest = name.partition("/")
    if first == "encodings":
        return rest.removesuffix(".py") in ENCODINGS
    return not name.endswith("/") and first.removesuffix(".py") not in UNUSED


for source in Path("/sources").rglob("*.py"):
    place = Path(importlib.util.cache_from_source(str(source), optimization=""))
    place.parent.mkdir(exist_ok=True)
    place.write_bytes(compiled(source.read_bytes(), str(source.relative_to("/sources"))))
    if "portable_wargame" in source.parts:  # others may read their own sources
        source.write_text("")
with zipfile.ZipFile("/library.zip") as sources, zipfile.ZipFile("/library-compiled.zip", "w") as packed:
    for name in sorted(filter(is_used, sources.namelist())):
        text, entry = sources.read(name), name
        if name.endswith(".py") and "sysconfigdata" not in name:
            text, entry = compiled(text, name), f"{name}c"
        # The same bytes from the same sources, whenever they are built.
        packed.writestr(zipfile.ZipInfo(entry), text, zipfile.ZIP_DEFLATED, 9)
