"""`pw completion`: the script that lets a shell complete commands, options and the names of scenarios."""

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
    case "${COMP_WORDS[1]}" in
      %(commands)s) COMPREPLY+=($(compgen -W "%(scenarios)s" -- "$current")) ;;
    esac
  fi
}
complete -o default -F _pw_and_scenarios pw
"""
FISH = """
complete -c pw -n "__fish_seen_subcommand_from %(commands)s" -a "%(scenarios)s"
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
    scenarios = " ".join(library.names())
    if shell == "bash":
        script += BASH % {"commands": "|".join(with_scenarios()), "scenarios": scenarios}
    elif shell == "fish":
        script += FISH % {"commands": " ".join(with_scenarios()), "scenarios": scenarios}
    else:
        script = script.replace(f"'1:{SCENARIO}", f"'1:{SCENARIO}:({scenarios})")
    print(script)
    return 0


def with_scenarios() -> list[str]:
    return [name for name, (place, _) in COMMANDS.items() if SCENARIO in (found(place).__doc__ or "")]
