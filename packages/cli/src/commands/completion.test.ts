import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createProgram } from '../createProgram.ts'
import { testTerminal } from '../testing/runCommand.ts'
import { completionScript, type Shell } from './completion.ts'

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

/** What the shell itself would offer for the typed words, the last one unfinished. */
function offered(shell: Shell, typed: string[]): string[] {
  const script = completionScript(program, 'redoubt-client', shell)
  const words = ['redoubt-client', ...typed]
  const ask = {
    bash: `${script}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${typed.length}; _redoubt_client; printf '%s\\n' "\${COMPREPLY[@]}"`,
    fish: `${script}\ncomplete -C '${words.join(' ')}' | string split -f1 \\t; true`,
    // Without its own completion system: the words that the function offers.
    zsh: `_alternative() { print -l -- \${=line}; }\nwords=(${words.join(' ')}); CURRENT=${words.length}\n${script}`,
  }[shell]
  const printed = execFileSync(shell, ['-c', ask], { encoding: 'utf8' })
  const last = typed.at(-1) ?? ''
  return printed.split('\n').filter((word) => word !== '' && word.startsWith(last))
}

for (const shell of ['bash', 'zsh', 'fish'] as const)
  test(`${shell} completes commands and options`, { skip: there(shell) ? false : `there is no ${shell}` }, () => {
    for (const [typed, expected] of LINES) assert.deepEqual(offered(shell, typed).sort(), expected, typed.join(' '))
  })

test('bash offers files where a file can be scanned, beside the words', {
  skip: there('bash') ? false : 'there is no bash',
}, () => {
  assert.ok(offered('bash', ['scan', 'package.js']).includes('package.json'))
  assert.ok(offered('bash', ['scan', 'message', 'package.js']).includes('package.json'))
  assert.ok(!offered('bash', ['score', '--fail-on', '']).includes('package.json'))
})
