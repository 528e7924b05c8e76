import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { chosen, exitCodeOf, namesIn, runAll, tableOf } from './runAll.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'redoubt-run-all-'))
  // Each name is what the program does.
  writeFileSync(
    join(folder, 'main.ts'),
    `const [name, ...args] = process.argv.slice(2)
if (name === 'sleep') setTimeout(() => {}, 60_000)
else if (name === 'throw') throw new Error('broken')
else if (name === 'elsewhere') process.exitCode = 2
else if (name === 'silent') process.exitCode = 0
else {
  console.log('beside the line')
  console.log(JSON.stringify({ name, args, failed: name === 'fail' ? 3 : 0 }))
  process.exitCode = name === 'fail' ? 1 : 0
}
`,
  )
  for (const name of ['pass', 'fail', 'cannotRun']) writeFileSync(join(folder, `${name}.ts`), '')
})
after(() => rmSync(folder, { recursive: true }))

test('all run one after the other, whatever became of the one before', async () => {
  const lines: string[] = []
  const names = ['throw', 'fail', 'sleep', 'elsewhere', 'silent', 'pass']
  const main = join(folder, 'main.ts')
  const ran = await runAll({ main, names, args: ['--data', 'X'], limitSeconds: 2, onLine: (line) => lines.push(line) })
  assert.deepEqual(
    ran.map(({ name, outcome }) => `${name}: ${outcome}`),
    ['throw: failed', 'fail: failed', 'sleep: too slow', 'elsewhere: cannot run', 'silent: failed', 'pass: passed'],
  )
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    ['fail', 'pass'],
  )
  assert.deepEqual(JSON.parse(lines[1] ?? '').args, ['--data', 'X'])
  assert.match(tableOf(ran), /pass +passed .*"failed":0/)
  assert.match(tableOf(ran), /1 of 6 passed; load average/)
})

test('the exit code tells a failure from what cannot run here', () => {
  const ended = (...outcomes: ('passed' | 'failed' | 'cannot run' | 'too slow')[]) =>
    exitCodeOf(outcomes.map((outcome) => ({ name: 'x', outcome, seconds: 1, line: null })))
  assert.equal(ended('passed', 'passed'), 0)
  assert.equal(ended('passed', 'cannot run'), 2)
  assert.equal(ended('cannot run', 'failed'), 1)
  assert.equal(ended('too slow'), 1)
})

test('names are those of the files, and only known ones can be chosen', () => {
  assert.deepEqual(namesIn(folder, ['main']), ['fail', 'pass'])
  assert.deepEqual(chosen(['fail', 'pass'], 'pass'), ['pass'])
  assert.throws(() => chosen(['fail', 'pass'], 'pass,none'), /There is no none\. There are: fail, pass/)
})
