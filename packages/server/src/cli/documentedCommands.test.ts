import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isClientCommand } from '@redoubt/cli/clientCommands.ts'
import type { Command } from 'commander'
import { createProgram } from './createProgram.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const PAGES = ['README.md', 'docs/OPERATIONS.md', 'docs/intel.md', 'docs/guide/operator.md']
/** Programs of others that an operator has; each line of a block of commands begins with one of them, or with ours. */
const OTHERS = [
  'cat',
  'cp',
  'createdb',
  'curl',
  'docker',
  'echo',
  'export',
  'kill',
  'kubectl',
  'node',
  'npm',
  'openssl',
  'systemctl',
]
const NOT_A_COMMAND = /^(?:\.{3}|…|[A-Z]+)$/

/** Words of each line of the blocks of commands, without settings in front and without what leads to the program. */
function linesOf(page: string): string[][] {
  const text = readFileSync(join(ROOT, page), 'utf8')
    .replaceAll(/<<'?(\w+)'?\n[\s\S]*?^\1$/gm, '')
    .replaceAll('\\\n', ' ')
  const blocks = [...text.matchAll(/^```(?:console|sh)\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  return blocks
    .flatMap((block) => block.replaceAll(/'[^']*'|"[^"]*"/g, 'quoted').split('\n'))
    .map((line) =>
      line
        .replace(/^\s+.*$/, '')
        .replace(/#.*$/, '')
        .replace(/^\w+=\$\((.*)\)$/, '$1')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) =>
      line
        .replace(/^(?:[A-Z_]+=\S* )+/, '')
        .replace(/^npx /, '')
        .split(/\s+/),
    )
}

/** Commands within a sentence, such as `redoubt keys create …`. */
function inlineOf(page: string): string[][] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
  return [...text.matchAll(/[`"](?:npx )?(redoubt [a-z][^`"]*)[`"]/g)].map(([, line = '']) => line.split(/\s+/))
}

/** Finds the command that the words name; what is left are its options and arguments. */
function find(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const [first] = words
  const next = program.commands.find((one) => one.name() === first)
  return next === undefined ? { command: program, rest: words } : find(next, words.slice(1))
}

test('each command that operators are told to run is one, with its options', async () => {
  const program = await createProgram(['intel', 'feedback'])
  let checked = 0
  for (const page of PAGES)
    for (const [name = '', ...words] of [...linesOf(page), ...inlineOf(page)]) {
      // Its own package tests them.
      if (name === 'redoubt-client') continue
      if (name !== 'redoubt') {
        assert.ok(OTHERS.includes(name) || /^[A-Z_]+=/.test(name), `${page}: ${name} ${words.join(' ')}`)
        continue
      }
      if (words[0] === 'mcp' || isClientCommand(words)) continue
      const { command, rest } = find(program, words)
      assert.ok(command !== program || rest[0]?.startsWith('-'), `${page}: no command redoubt ${words.join(' ')}`)
      const takesArguments = command.registeredArguments.length > 0
      const known = command.options.flatMap(({ long, short }) => [long, short])
      const wrong = rest.filter((word) => /^--?[a-z]/.test(word) && !known.includes(word.split('=')[0] ?? ''))
      assert.deepEqual(wrong, [], `${page}: redoubt ${words.join(' ')}`)
      const [given] = rest
      if (given !== undefined && !given.startsWith('-') && !NOT_A_COMMAND.test(given))
        assert.ok(takesArguments, `${page}: redoubt ${words.join(' ')}`)
      checked++
    }
  assert.ok(checked > 15, String(checked))
})
