import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'

// README.md is pasted block by block into one shell, in a folder that looks like the checkout. What it shows must be what happens.

const ROOT = resolve(import.meta.dirname, '../../../../..')
/** Commands that are not run here, and why. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['npm ci', 'installs the very packages that run this test'],
  ['npm test', 'runs this test'],
])
const MAX_ATTEMPTS = 3
const PRINT_TIMEOUT_MS = 30_000

type Block = { language: string; text: string; line: number }

/** Fenced blocks of a Markdown page, in its order. */
function readBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    language,
    text,
    line: markdown.slice(0, index).split('\n').length,
  }))
}

/** Fails unless every member shown is in the answer. `…` stands for any text, a number for any number, an array for some elements. */
function assertShown(shown: unknown, answer: unknown, path: string): void {
  if (Array.isArray(shown)) {
    assert.ok(Array.isArray(answer), `${path} is an array`)
    for (const [index, element] of shown.entries()) {
      const fits = answer.some((one) => {
        try {
          assertShown(element, one, path)
          return true
        } catch {
          return false
        }
      })
      assert.ok(fits, `${path}[${index}]: no element of ${JSON.stringify(answer)} is as shown`)
    }
  } else if (typeof shown === 'object' && shown !== null) {
    assert.ok(typeof answer === 'object' && answer !== null, `${path} is an object`)
    for (const [name, value] of Object.entries(shown)) {
      assertShown(value, (answer as Record<string, unknown>)[name], `${path}.${name}`)
    }
  } else if (typeof shown === 'number') {
    assert.equal(typeof answer, 'number', `${path} is a number`)
  } else if (typeof shown === 'string') {
    const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    assert.match(String(answer), new RegExp(`^${parts.join('.*')}$`, 's'), path)
  } else {
    assert.equal(answer, shown, path)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** One bash with job control, as a terminal has it, that runs one block after another. */
function openShell(folder: string, port: number) {
  const loop = `set -m; while IFS= read -r -u 3 block; do failed=0; trap 'failed=$?' ERR; . "$block"; printf '\\n<<exit %s>>\\n' "$failed"; done`
  const { PATH = '', HOME = '' } = process.env
  const shell = spawn('bash', ['--noprofile', '--norc', '-c', loop], {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  })
  const commands = shell.stdio[3] as Writable
  let output = ''
  shell.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  let blocks = 0
  return {
    output: () => output,
    /** Exit code of the last command that failed, else 0, and what the block printed. */
    run: async (text: string): Promise<{ code: number; printed: string }> => {
      const file = join(folder, `.block-${blocks++}.sh`)
      writeFileSync(file, text)
      const from = output.length
      commands.write(`${file}\n`)
      for (;;) {
        const end = /\n<<exit (\d+)>>\n/.exec(output.slice(from))
        if (end) return { code: Number(end[1]), printed: output.slice(from, from + end.index) }
        assert.equal(shell.exitCode, null, 'the shell ended')
        await setTimeout(20)
      }
    },
    close: async () => {
      const ended = new Promise((end) => shell.once('exit', end))
      commands.end()
      await ended
    },
  }
}

describe('README.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-readme-'))
  const blocks = readBlocks(readFileSync(join(ROOT, 'README.md'), 'utf8'))
  let shell: ReturnType<typeof openShell>
  let onFreePorts: (text: string) => string

  before(async () => {
    // The checkout without its database.
    for (const name of readdirSync(ROOT)) if (name !== 'data') symlinkSync(join(ROOT, name), join(folder, name))
    const [service, receiver] = [await freePort(), await freePort()]
    onFreePorts = (text) =>
      text
        .replaceAll('127.0.0.1:8080', `127.0.0.1:${service}`)
        .replaceAll(/(127\.0\.0\.1:|listen\()3000/g, `$1${receiver}`)
    shell = openShell(folder, service)
  })
  after(async () => {
    // Each job of this shell is a process group of its own.
    await shell.run('for job in $(jobs -p); do kill -- "-$job"; done; wait')
    await shell.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('every block is a command or its answer', () => {
    assert.ok(blocks.filter(({ language }) => language === 'sh').length > 5)
    for (const { language, line } of blocks) assert.match(language, /^(sh|json|text)$/, `line ${line}`)
    const commands = blocks.flatMap(({ text }) => text.split('\n'))
    for (const command of LEFT_OUT.keys()) assert.ok(commands.includes(command), `${command} is in README.md`)
  })

  for (const [index, { language, text, line }] of blocks.entries()) {
    if (language !== 'sh') continue
    const shown = blocks[index + 1]
    const lines = text.split('\n').filter((command) => !LEFT_OUT.has(command))
    const commands = lines.join('\n')
    if (commands.trim() === '') continue
    test(`line ${line}: ${lines[0]?.slice(0, 70)}`, async () => {
      for (let attempt = 1; ; attempt++) {
        const { code, printed } = await shell.run(onFreePorts(commands))
        assert.equal(code, 0, printed)
        assert.doesNotMatch(printed, /"success":false/)
        if (shown?.language !== 'json') break
        const answer = JSON.parse(printed) as { data: { complete?: boolean } }
        try {
          assertShown(JSON.parse(shown.text), answer, 'answer')
          break
        } catch (error) {
          // A scan on a busy machine may end early and says so: it is repeated.
          if (answer.data.complete !== false || attempt === MAX_ATTEMPTS) throw error
        }
      }
      if (shown?.language !== 'text') return
      const limit = Date.now() + PRINT_TIMEOUT_MS
      while (!shell.output().includes(shown.text.trim())) {
        assert.ok(Date.now() < limit, `“${shown.text.trim()}” was not printed`)
        await setTimeout(50)
      }
    })
  }
})
