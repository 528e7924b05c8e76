import { spawn } from 'node:child_process'
import { join } from 'node:path'

// npm test: the check and the unit tests side by side, then what runs end to end. What fails first ends it.

const ROOT = join(import.meta.dirname, '..')

const [check, unit] = await Promise.all([run('check', 'held'), run('test:unit', 'shown')])
process.stdout.write(check.output)
if (check.code !== 0 || unit.code !== 0) process.exit(1)
process.exit((await run('test:e2e', 'shown')).code)

/** Runs a script of package.json. `held`: its output is answered, so that two do not write between each other's lines. */
function run(script: string, output: 'held' | 'shown'): Promise<{ code: number; output: string }> {
  const child = spawn('npm', ['run', script], {
    cwd: ROOT,
    stdio: ['ignore', output === 'held' ? 'pipe' : 'inherit', output === 'held' ? 'pipe' : 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output: text }))
  })
}
