"""`pw completion`: what a shell has to read to complete commands and options."""

from typing import Literal

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Shell, /) -> int:
    """
    Parameters
    ----------
    shell
        bash: eval "$(pw completion bash)" in ~/.bashrc. zsh: write it to a file _pw in a folder of fpath. fish:
        write it to ~/.config/fish/completions/pw.fish.
    """
    from ..parsing import app

    print(app.generate_completion(prog_name="pw", shell=shell))
    return 0
