import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createProgram } from '../createProgram.ts'
import { testTerminal } from '../testing/runCommand.ts'
import { completionScript, type Shell } from './completion.ts'

const home = mkdtempSync(join(tmpdir(), 'completion-'))
after(() => rmSync(home, { recursive: true }))
const program = createProgram({ name: 'redoubt-client', terminal: testTerminal().terminal, code: 0 }, false)
const there = (shell: string) => spawnSync(shell, ['--version']).status === 0

const LINES: readonly (readonly [typed: string[], expected: string[]])[] = [
  [['w'], ['webhook']],
  [
    ['webhook', 'l'],
    ['list', 'listen'],
  ],
  [['webhook', 'listen', '--f'], ['--forward-to']],
  [['score', '0x1', '--chain', 'bsc', '--fa'], ['--fail-on']],
  [['score', '0x1', '--fail-on', 'm'], ['medium']],
  [
    ['events', '--order', ''],
    ['newest', 'oldest'],
  ],
]

/** What the shell itself offers for the typed words, the last one unfinished. */
function offered(shell: Shell, typed: string[]): string[] {
  const script = completionScript(program, 'redoubt-client', shell)
  const words = ['redoubt-client', ...typed]
  const ask = {
    bash: `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _redoubt_client; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `${script}\ncomplete -C '${words.join(' ')}' | string split -f1 \\t; true`,
    zsh: askZsh(script, words.join(' ')),
  }[shell]
  // Without the settings of the person who runs the tests.
  const printed = execFileSync(shell, [{ bash: '--norc', fish: '-N', zsh: '-f' }[shell], '-c', ask], {
    encoding: 'utf8',
  })
  const last = typed.at(-1) ?? ''
  return [...new Set(printed.split(/\r?\n/).filter((word) => word !== '' && word.startsWith(last)))]
}

/** Types the line and a tab in an interactive shell with its own completion system, and prints what it is given to offer. */
function askZsh(script: string, line: string): string {
  const folder = mkdtempSync(join(home, 'zsh-'))
  writeFileSync(join(folder, '_redoubt-client'), script)
  writeFileSync(
    join(folder, 'setup'),
    `PS1=; fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -d ${join(home, 'compdump')}
compadd() { local -a kept; builtin compadd -O kept "$@"; print -rl -- "" $kept > ${folder}/offered.part; cat ${folder}/offered.part >> ${folder}/offered; builtin compadd "$@"; }
ended() { print -r -- > ${folder}/done; }
comppostfuncs=(ended)
`,
  )
  return `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'source ${folder}/setup; print -r -- > ${folder}/ready'
wait_for() { for i in {1..600}; do [[ -e $1 ]] && return; zpty -rt shell > /dev/null; sleep 0.05; done; print "no $1" >&2; exit 1; }
wait_for ${folder}/ready
zpty -wn shell '${line}'$'\\t'
wait_for ${folder}/done
cat ${folder}/offered; zpty -d shell`
}

for (const shell of ['bash', 'zsh', 'fish'] as const)
  test(`${shell} completes commands and options`, { skip: there(shell) ? false : `there is no ${shell}` }, () => {
    for (const [typed, expected] of LINES) assert.deepEqual(offered(shell, typed).sort(), expected, typed.join(' '))
  })

for (const shell of ['bash', 'zsh', 'fish'] as const)
  test(`${shell} offers files where a file can be given, and nowhere else`, {
    skip: there(shell) ? false : `there is no ${shell}`,
  }, () => {
    for (const typed of [
      ['scan', 'package.js'],
      ['scan', 'message', 'package.js'],
      ['report', '0x1', '--pdf', 'package.js'],
    ])
      assert.ok(offered(shell, typed).includes('package.json'), typed.join(' '))
    for (const typed of [
      ['score', '--fail-on', ''],
      ['webhook', ''],
    ])
      assert.ok(!offered(shell, typed).includes('package.json'), typed.join(' '))
  })
