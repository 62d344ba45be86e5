"""The completion scripts of the shells, all written from the same rows."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """What may stand after an option, or by itself."""

    words: tuple[str, ...] = ()
    several: bool = False  # separated by commas
    files: bool = False


@dataclass(frozen=True)
class Option:
    names: tuple[str, ...]
    help: str
    value: Words | None  # None: it takes none


@dataclass(frozen=True)
class Command:
    name: str
    help: str
    options: tuple[Option, ...]
    itself: Words  # what it is about


FOLDERS = "--books"  # before a command or after it

BASH = """\
# Completion for pw: eval "$(pw completion bash)"
_pw() {
  local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
  local command="" words="" several="" files="" start="" i
  # bash takes --book=modern for three words
  [[ "$before" == "=" ]] && before="${COMP_WORDS[COMP_CWORD-2]}"
  [[ "$current" == "=" ]] && current=""
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${COMP_WORDS[i]}" in
      --books) ((i++)); [[ "${COMP_WORDS[i]}" == "=" ]] && ((i++)) ;;
      -*) ;;
      *) command="${COMP_WORDS[i]}"; break ;;
    esac
  done
  COMPREPLY=()
  case "$command $before" in
    *" --books") COMPREPLY=($(compgen -d -- "$current")); return ;;
%(values)s
    *) case "$command" in
%(commands)s
      esac ;;
  esac
  if [[ -n "$several" && "$current" == *,* ]]; then start="${current%%,*},"; current="${current##*,}"; fi
  COMPREPLY=($(compgen -P "$start" -W "$words" -- "$current"))
  if [[ -z "$files" ]]; then
    compopt +o default 2>/dev/null  # a number is not a file
  elif [[ -n "$words" ]]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -P "$start" -f -- "$current"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -o default -F _pw pw portable-wargame"""


def bash(commands: list[Command]) -> str:
    values = [
        f'    "{command.name} {name}") {_in_bash(option.value)} ;;'
        for command in commands
        for option in command.options
        if option.value is not None
        for name in option.names
    ]
    rows = [
        f'        {command.name}) if [[ "$current" == -* ]]; then '
        f'words="{" ".join(name for option in command.options for name in option.names)} {FOLDERS}"; '
        f"else {_in_bash(command.itself)}; fi ;;"
        for command in commands
    ]
    names = " ".join(command.name for command in commands)
    rows.append(f'        "") words="{names} {FOLDERS} --help --version" ;;')
    return BASH % {"values": "\n".join(values), "commands": "\n".join(rows)}


def _in_bash(words: Words) -> str:
    several, files = ("yes" if one else "" for one in (words.several, words.files))
    return f'words="{" ".join(words.words)}" several="{several}" files="{files}"'


ZSH = """\
#compdef pw portable-wargame
# Completion for pw: pw completion zsh > ~/.zfunc/_pw
_pw() {
  local curcontext="$curcontext" state line
  local -a commands=(
%(commands)s
  )
  _arguments -C %(folders)s '--help[What pw can do.]' \\
    '--version[The version of the program and its engine.]' '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
%(arguments)s
      esac ;;
  esac
}
if [[ "$funcstack[1]" == _pw ]]; then _pw "$@"; else compdef _pw pw portable-wargame; fi"""

BOOKS_IN_ZSH = f"{FOLDERS}=[A folder of your own books.]:folder:_directories"


def zsh(commands: list[Command]) -> str:
    names = [f"    {_quoted(f'{command.name}:{command.help}')}" for command in commands]
    arguments = []
    for command in commands:
        specs = [
            f"*{name}{'' if option.value is None else '=' if name.startswith('--') else '+'}[{_plain(option.help)}]"
            + ("" if option.value is None else f":{name.strip('-')}:{_in_zsh(option.value)}")
            for option in command.options
            for name in option.names
        ]
        specs.append(BOOKS_IN_ZSH)
        specs.append(f"*:{command.name}:{_in_zsh(command.itself)}")
        arguments.append(f"        {command.name}) _arguments {' '.join(_quoted(spec) for spec in specs)} ;;")
    return ZSH % {
        "commands": "\n".join(names),
        "arguments": "\n".join(arguments),
        "folders": _quoted(BOOKS_IN_ZSH),
    }


def _in_zsh(words: Words) -> str:
    listed = " ".join(words.words)
    if words.several:
        return f"_sequence compadd - {listed}"
    if words.words and words.files:
        return f" _alternative 'words:word:({listed})' 'files:file:_files'"
    return f"({listed})" if words.words else "_files" if words.files else " "


def _plain(text: str) -> str:
    """Without what means something in a specification."""
    return text.replace("\\", "").replace("[", "(").replace("]", ")").replace(":", "\\:")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


FISH = """\
# Completion for pw: pw completion fish > ~/.config/fish/completions/pw.fish
function __pw_command
    set -l words (commandline -opc)
    set -e words[1]
    while set -q words[1]
        switch $words[1]
            case --books
                set -e words[1]
            case '-*'
            case '*'
                echo $words[1]
                return
        end
        set -e words[1]
    end
end
function __pw_is
    set -l command (__pw_command)
    test "$command" = "$argv[1]"
end
complete -c pw -e
complete -c pw -f
complete -c pw -l books -x -a '(__fish_complete_directories)' -d 'A folder of your own books.'
complete -c pw -n __pw_is -l help -d 'What pw can do.'
complete -c pw -n __pw_is -l version -d 'The version of the program and its engine.'
%s
complete -c portable-wargame -w pw"""


def fish(commands: list[Command]) -> str:
    rows = []
    for command in commands:
        rows.append(f"complete -c pw -n __pw_is -a {command.name} -d {_fished(command.help)}")
        here = f"complete -c pw -n '__pw_is {command.name}'"
        for option in command.options:
            names = " ".join(f"-{'l' if name.startswith('--') else 's'} {name.strip('-')}" for name in option.names)
            value = "" if option.value is None else " -r" if option.value.files else " -x"
            rows.append(f"{here} {names}{value}{_in_fish(option.value or Words())} -d {_fished(option.help)}")
        if command.itself != Words():
            rows.append(f"{here}{_in_fish(command.itself)}")
    return FISH % "\n".join(rows)


def _in_fish(words: Words) -> str:
    files = " -F" if words.files else ""
    if not words.words:
        return files
    listed = " ".join(words.words)
    if words.several:
        listed = f'(__fish_complete_list , \'string split " " "{listed}"\')'
        return f"{files} -a {_fished(listed)}"
    return f"{files} -a '{listed}'"


def _fished(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


WRITERS = {"bash": bash, "zsh": zsh, "fish": fish}
