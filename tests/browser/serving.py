"""The server as a process of its own."""

import re
import subprocess
from pathlib import Path

from tests.cli.running import COMMAND


class Server:
    """`pw serve` in a process of its own; started again, it has the same address and the same games."""

    def __init__(self, data: Path, *options: str, command: list[str] = COMMAND) -> None:
        self.data = data
        self.options = options
        self.command = command
        self.port = 0
        self.url = ""
        self.start()

    def start(self) -> None:
        command = [*self.command, "serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://[^/]+:(\d+)/", line)
            if found:
                self.url, self.port = found[0], int(found[1])
                return
        raise AssertionError("the server ended before it listened")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()
