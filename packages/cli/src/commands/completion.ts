import { Argument, type Command } from 'commander'
import type { Context } from '../connection/session.ts'
import { createOut } from '../terminal/out.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** `completion SHELL`: prints a script for the shell. */
export function addCompletion(program: Command, context: Context): void {
  const { name } = context
  program
    .command('completion')
    .description('print a completion script for your shell')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  $ ${name} completion bash > ~/.local/share/bash-completion/completions/${name}
  $ ${name} completion zsh > "\${fpath[1]}/_${name}"
  $ ${name} completion fish > ~/.config/fish/completions/${name}.fish`,
    )
    .action((shell: Shell) => {
      for (const line of completionScript(program, name, shell).split('\n')) createOut(context.terminal, {}).line(line)
    })
}

/** Words that may follow each path of subcommands: `webhook` has `create`, `list` …, `webhook create` its options. */
function wordsByPath(program: Command): Map<string, string[]> {
  const words = new Map<string, string[]>()
  const visit = (command: Command, path: string[]) => {
    const names = command.commands.map((one) => one.name())
    const options = command.options.filter(({ hidden }) => !hidden).map(({ long, short }) => long ?? short ?? '')
    words.set(path.join(' '), [...names, ...options, '--help'])
    for (const one of command.commands) visit(one, [...path, one.name()])
  }
  visit(program, [])
  return words
}

/** The script for a shell, made from the commands themselves. */
export function completionScript(program: Command, name: string, shell: Shell): string {
  const words = wordsByPath(program)
  const id = name.replaceAll('-', '_')
  if (shell === 'fish') return fishScript(words, name, id)
  const cases = [...words].map(([path, list]) => `    '${path}') words='${list.join(' ')}' ;;`).join('\n')
  // Only words that are subcommands lengthen the path: the values of options and arguments are no part of it.
  const paths = [...words.keys()].filter((path) => path !== '').map((path) => `'${path}'`)
  const body = `
  local path='' word words='' known
  for word in "\${typed[@]}"; do
    for known in ${paths.join(' ')}; do
      if [[ "\${path:+$path }$word" == "$known" ]]; then path="$known"; break; fi
    done
  done
  case "$path" in
${cases}
  esac`
  if (shell === 'bash')
    return `# Completion of ${name} for bash.
_${id}() {
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")${body}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [[ \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _${id} ${name}`
  return `#compdef ${name}
# Completion of ${name} for zsh.
_${id}() {
  local -a typed
  typed=("\${words[@]:1:$((CURRENT-2))}")
  local line=''
  _${id}_words() {${body.replaceAll('words=', 'line=').replace("local path='' word line='' known", "local path='' word known")}
  }
  _${id}_words
  _alternative "words:word:(\${line})" 'files:file:_files'
}
_${id} "$@"`
}

function fishScript(words: Map<string, string[]>, name: string, id: string): string {
  const cases = [...words]
    .map(([path, list]) => `    case '${path}'\n      printf '%s\\n' ${list.join(' ')}`)
    .join('\n')
  const paths = [...words.keys()].filter((path) => path !== '').map((path) => `'${path}'`)
  return `# Completion of ${name} for fish.
function __${id}_words
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    if contains -- "$next" ${paths.join(' ')}
      set path "$next"
    end
  end
  switch "$path"
${cases}
  end
end
complete -c ${name} -a '(__${id}_words)'`
}
