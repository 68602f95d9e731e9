import { CliError } from '../connection.js';
import type { Printer } from '../output.js';

/** The script of each shell that makes it ask `flags complete` for words. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_flags() {
  local IFS=$'\\n'
  COMPREPLY=($(flags complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -F _flags flags`,
  zsh: `#compdef flags
_flags() {
  local -a found
  found=("\${(@f)$(flags complete -- "\${words[@]:1:$((CURRENT - 1))}" 2>/dev/null)}")
  compadd -a found
}
# Run as a file of $fpath at the first completion, or sourced.
if [[ $funcstack[1] == _flags ]]; then _flags; else compdef _flags flags; fi`,
  fish: `complete --command flags --no-files --arguments '(flags complete -- (commandline --tokenize --cut-at-cursor)[2..] (commandline --current-token) 2>/dev/null)'`,
};

export const SHELLS = Object.keys(SCRIPTS);

/** Prints the script that lets a shell complete commands and names of features. */
export function completion(printer: Printer, shell: string): void {
  const script = SCRIPTS[shell];
  if (!script) throw new CliError(`Use one of ${SHELLS.join(', ')}.`, 2);
  printer.print(script);
}
