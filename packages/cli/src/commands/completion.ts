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

/** Values that an option takes, by the path of its command and its name: `score --fail-on` has `low`, `medium` …. */
function valuesByOption(program: Command): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const visit = (command: Command, path: string[]) => {
    for (const { long, argChoices } of command.options)
      if (argChoices !== undefined) values.set([...path, long].join(' '), argChoices)
    for (const one of command.commands) visit(one, [...path, one.name()])
  }
  visit(program, [])
  return values
}

/** Paths of commands whose argument may be a file. */
function pathsWithFiles(program: Command): string[] {
  const paths: string[] = []
  const visit = (command: Command, path: string[]) => {
    if (command.registeredArguments.some(({ description }) => /\bfile\b/.test(description))) paths.push(path.join(' '))
    for (const one of command.commands) visit(one, [...path, one.name()])
  }
  visit(program, [])
  return paths
}

/** Options with a value of their own, by the path of their command and their name: a file may be one. */
function optionsWithFreeValues(program: Command): string[] {
  const options: string[] = []
  const visit = (command: Command, path: string[]) => {
    for (const { long, required, optional, argChoices } of command.options)
      if ((required || optional) && argChoices === undefined) options.push([...path, long].join(' '))
    for (const one of command.commands) visit(one, [...path, one.name()])
  }
  visit(program, [])
  return options
}

/** The script for a shell, made from the commands themselves. */
export function completionScript(program: Command, name: string, shell: Shell): string {
  const words = wordsByPath(program)
  const id = name.replaceAll('-', '_')
  const values = valuesByOption(program)
  const withFiles = pathsWithFiles(program)
  if (shell === 'fish')
    return fishScript({ words, values, files: withFiles, free: optionsWithFreeValues(program) }, { name, id })
  const options = [...values].map(([option, list]) => `    '${option}') words='${list.join(' ')}' ;;`).join('\n')
  const files = withFiles.map((path) => `'${path}'`)
  const cases = [...words].map(([path, list]) => `    '${path}') words='${list.join(' ')}' ;;`).join('\n')
  // Only words that are subcommands lengthen the path: the values of options and arguments are no part of it.
  const paths = [...words.keys()].filter((path) => path !== '').map((path) => `'${path}'`)
  const body = `
  local path='' last='' word words='' files='' known
  for word in "\${typed[@]}"; do
    for known in ${paths.join(' ')}; do
      if [[ "\${path:+$path }$word" == "$known" ]]; then path="$known"; break; fi
    done
    last="$word"
  done
  case "$path" in
${cases}
  esac
  case "$path" in
    ${files.join('|')}) files=yes ;;
  esac
  case "$path $last" in
${options}
  esac`
  if (shell === 'bash')
    return `# Completion of ${name} for bash.
_${id}() {
  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")${body}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [[ -n "$files" || \${#COMPREPLY[@]} -eq 0 ]]; then COMPREPLY+=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _${id} ${name}`
  return `#compdef ${name}
# Completion of ${name} for zsh.
_${id}() {
  local -a typed
  typed=("\${words[@]:1:$((CURRENT-2))}")
  local line='' files=''
  _${id}_words() {${body.replace("words='' files='' known", 'known').replaceAll('words=', 'line=')}
  }
  _${id}_words
  compadd -- \${=line} || files=yes
  if [[ -n "$files" ]]; then _files; fi
}
_${id} "$@"`
}

type Known = { words: Map<string, string[]>; values: Map<string, string[]>; files: string[]; free: string[] }

function fishScript({ words, values, files, free }: Known, { name, id }: { name: string; id: string }): string {
  const quoted = (list: readonly string[]) => list.map((one) => `'${one}'`).join(' ')
  const options = [...values]
    .map(([option, list]) => `    case '${option}'\n      printf '%s\\n' ${list.join(' ')}\n      return`)
    .join('\n')
  const cases = [...words]
    .map(([path, list]) => `    case '${path}'\n      printf '%s\\n' ${list.join(' ')}`)
    .join('\n')
  const paths = quoted([...words.keys()].filter((path) => path !== ''))
  return `# Completion of ${name} for fish.
function __${id}_path
  set -l path ''
  set -l last ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    if contains -- "$next" ${paths}
      set path "$next"
    end
    set last "$word"
  end
  printf '%s\\n' "$path" "$path $last"
end
function __${id}_words
  set -l typed (__${id}_path)
  switch (string trim -- "$typed[2]")
${options}
  end
  switch "$typed[1]"
${cases}
  end
end
function __${id}_files
  set -l typed (__${id}_path)
  contains -- "$typed[1]" ${quoted(files)}; or contains -- (string trim -- "$typed[2]") ${quoted(free)}
end
complete -c ${name} -f -a '(__${id}_words)'
complete -c ${name} -n __${id}_files -F`
}
