import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

// npm test: the check and the unit tests, two at a time, then, if all pass, what runs end to end.

const ROOT = join(import.meta.dirname, '..')
const children = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const child of children) child.kill(signal)
    process.exitCode = 1
  })

const codes = await Promise.all([
  runShown('test:unit:server'),
  runHeld('check').then(async (code) => (code === 0 ? runHeld('test:unit:others') : code)),
])
process.exitCode ??= codes.every((code) => code === 0) ? await runShown('test:e2e') : 1

/** Runs a script of package.json whose output is seen as it comes. */
function runShown(script: string): Promise<number> {
  return ended(spawn('npm', ['run', script], { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] }))
}

/** The same, with its output in one piece when it ends: two would write between each other's lines. */
async function runHeld(script: string): Promise<number> {
  const child = spawn('npm', ['run', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await ended(child)
  process.stdout.write(output)
  return code
}

function ended(child: ChildProcess): Promise<number> {
  children.add(child)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      children.delete(child)
      resolve(code ?? 1)
    })
  })
}
