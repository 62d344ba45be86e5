"""`pw completion`: the script that lets a shell complete commands, options, the words they take, and scenarios."""

import re
from typing import Literal

from ...scenario import library
from .. import COMMANDS, found

Shell = Literal["bash", "zsh", "fish"]
# The help of a parameter that takes the name of a scenario.
SCENARIO = "A scenario from the library, or a scenario file."

# The parser knows nothing about scenarios: each shell learns about them in its own way.
BASH = """
_pw_and_scenarios() {
  _pw
  local current="${COMP_WORDS[COMP_CWORD]}"
  if [[ "$current" != -* ]]; then
    case "${COMP_WORDS[COMP_CWORD-1]}" in
%(values)s
    esac
    case "${COMP_WORDS[1]}" in
      %(commands)s) COMPREPLY+=($(compgen -W "%(scenarios)s" -- "$current")) ;;
    esac
  fi
}
complete -o default -F _pw_and_scenarios pw portable-wargame
"""
FISH = """
complete -c pw -n "__fish_seen_subcommand_from %(commands)s" -a "%(scenarios)s"
complete -c portable-wargame -w pw
"""


def completion(shell: Shell, /) -> int:
    """
    Parameters
    ----------
    shell
        bash: eval "$(pw completion bash)" in ~/.bashrc. zsh: write it to a file _pw in a folder of fpath. fish:
        write it to ~/.config/fish/completions/pw.fish.
    """
    from ..parsing import app

    script = app.generate_completion(prog_name="pw", shell=shell)
    scenarios, words = " ".join(library.names()), values()
    if shell == "bash":
        rows = (
            f'      --{option}) COMPREPLY=($(compgen -W "{" ".join(known)}" -- "$current")); return ;;'
            for option, known in words.items()
        )
        commands = "|".join(with_scenarios())
        script += BASH % {"commands": commands, "scenarios": scenarios, "values": "\n".join(rows)}
    elif shell == "fish":
        for option, known in words.items():
            script = script.replace(f"-l {option} -r -d", f"-l {option} -r -a '{' '.join(known)}' -d")
        script += FISH % {"commands": " ".join(with_scenarios()), "scenarios": scenarios}
    else:
        for option, known in words.items():
            script = re.sub(rf"(--{option}\[.*\]:{option})'", rf"\1:({' '.join(known)})'", script)
        script = script.replace(f"'1:{SCENARIO}", f"'1:{SCENARIO}:({scenarios})")
        script = script.replace("#compdef pw\n", "#compdef pw portable-wargame\n", 1)
    print(script)
    return 0


def values() -> dict[str, list[str]]:
    """The words that an option takes, whatever the command, where its type does not say so to the parser."""
    from ...printing.options import INKS, PAPERS, PARTS
    from ...rulesets import RULESETS
    from ...scenario.generating.extras import EXTRAS
    from ...scenario.generating.ground import COUNTRIES
    from ...scenario.generating.plans import KINDS

    return {
        "book": list(RULESETS),
        "grid": list(dict.fromkeys(grid for book in RULESETS.values() for grid in book.grids)),
        "kind": list(KINDS),
        "country": list(COUNTRIES),
        "with": list(EXTRAS),
        "paper": list(PAPERS),
        "ink": list(INKS),
        "parts": list(PARTS),
    }


def with_scenarios() -> list[str]:
    return [name for name, (place, _) in COMMANDS.items() if SCENARIO in (found(place).__doc__ or "")]
