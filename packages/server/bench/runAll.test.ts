import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { CannotRun, whyNotRun } from './cannotRun.ts'
import { CANNOT_RUN, chosen, exitCodeOf, namesIn, runAll, tableOf } from './runAll.ts'
import { BENCH_PLANS, planOf, TORTURE_PLANS } from './runPlans.ts'

const TORTURES = join(import.meta.dirname, '../torture')
const PRINT_FIGURES = join(import.meta.dirname, 'printFigures.ts')
const CANNOT = join(import.meta.dirname, 'cannotRun.ts')

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'redoubt-run-all-'))
  // Each name is what the program does.
  writeFileSync(
    join(folder, 'main.ts'),
    `import { readFileSync } from 'node:fs'
import { CannotRun } from '${CANNOT}'
import { printFigures } from '${PRINT_FIGURES}'
const [name, ...args] = process.argv.slice(2)
const data = '${join(folder, 'data')}'
const measured = async (measure) => {
  if ((await printFigures({ name, data, measure })) === null) process.exitCode = ${CANNOT_RUN}
}
if (name === 'lacks') await measured(() => Promise.reject(new CannotRun('there is no database')))
else if (name === 'unrecorded') await measured(async () => readFileSync(data + '/blocks/1.json'))
else if (name === 'broken') await measured(async () => readFileSync('${folder}/elsewhere.json'))
else if (name === 'measure') await measured(async () => ({ size: 3, sample: process.env.SAMPLE }))
else if (name === 'sleep') setTimeout(() => {}, 60_000)
else if (name === 'throw') throw new Error('broken')
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
  const names = ['throw', 'fail', 'sleep', 'silent', 'pass']
  const main = join(folder, 'main.ts')
  const plan = (name: string) => ({ seconds: name === 'sleep' ? 1 : 60 })
  const ran = await runAll({ main, names, args: ['--data', 'X'], plan, onLine: (line) => lines.push(line) })
  assert.deepEqual(
    ran.map(({ name, outcome }) => `${name}: ${outcome}`),
    ['throw: failed', 'fail: failed', 'sleep: too slow', 'silent: failed', 'pass: passed'],
  )
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    ['fail', 'pass'],
  )
  assert.deepEqual(JSON.parse(lines[1] ?? '').args, ['--data', 'X'])
  assert.match(tableOf(ran), /pass +passed .*"failed":0/)
  assert.match(tableOf(ran), /1 of 5 passed; load average/)
})

test('a bench without its database or its data is not run, and the table says why; a broken one fails', async () => {
  const main = join(folder, 'main.ts')
  const names = ['lacks', 'unrecorded', 'broken', 'measure']
  const ran = await runAll({ main, names, args: [], plan: () => ({ seconds: 30 }), onLine: () => {} })
  assert.deepEqual(
    ran.map(({ outcome }) => outcome),
    ['not run', 'not run', 'failed', 'passed'],
  )
  const [lacks, unrecorded] = ran.map(({ line }) => (line === null ? null : JSON.parse(line).notRun))
  assert.equal(lacks, 'there is no database')
  assert.match(unrecorded, /^there is no folder of recorded data: --data DIR, or REDOUBT_DATA$/)
  assert.match(tableOf(ran), /lacks +not run .*there is no database/)
  assert.equal(exitCodeOf(ran.filter(({ name }) => name !== 'broken')), CANNOT_RUN)
})

test('each line names the machine and its load at the start and at the end', async () => {
  const main = join(folder, 'main.ts')
  const [one] = await runAll({ main, names: ['lacks'], args: [], plan: () => ({ seconds: 30 }), onLine: () => {} })
  const { machine, date, load } = JSON.parse(one?.line ?? '')
  assert.match(machine, /^\d+ × .+, Node \d+/)
  assert.match(date, /^\d{4}-\d\d-\d\d$/)
  assert.equal(load.length, 2)
  for (const value of load) assert.equal(typeof value, 'number')
})

test('a plan sets what the operator does not set', async () => {
  const main = join(folder, 'main.ts')
  const sampleOf = async (env: Record<string, string>) => {
    const plan = () => ({ seconds: 30, env })
    const [one] = await runAll({ main, names: ['measure'], args: [], plan, onLine: () => {} })
    return JSON.parse(one?.line ?? '').sample
  }
  assert.equal(await sampleOf({ SAMPLE: '16' }), '16')
  process.env.SAMPLE = '1'
  try {
    assert.equal(await sampleOf({ SAMPLE: '16' }), '1')
  } finally {
    delete process.env.SAMPLE
  }
})

test('plans are of benches and tortures that exist; mutants are drawn where all tortures run', () => {
  for (const [plans, folderOf] of [
    [BENCH_PLANS, import.meta.dirname],
    [TORTURE_PLANS, TORTURES],
  ] as const) {
    const names = namesIn(folderOf, ['main', 'percentile'])
    assert.ok(names.length > 20)
    assert.deepEqual(
      Object.keys(plans.plans).filter((name) => !names.includes(name)),
      [],
    )
    // What has no plan of its own has less time than what has one.
    for (const { seconds } of Object.values(plans.plans)) assert.ok(seconds > plans.otherwise.seconds)
    assert.equal(planOf(plans, 'none', undefined).seconds, plans.otherwise.seconds)
    assert.equal(planOf(plans, 'none', '7').seconds, 7)
    for (const wrong of ['abc', '0', '-1', '1.5', ''])
      assert.throws(() => planOf(plans, 'none', wrong), /expected a whole number from 1/)
  }
  assert.ok(Number(planOf(TORTURE_PLANS, 'mutation', '7').env?.MUTATION_SAMPLE) > 1)
})

test('the reason is found below other errors', () => {
  const missing = new CannotRun('there is no Chromium')
  assert.equal(whyNotRun(new Error('outer', { cause: missing }), '/data'), 'there is no Chromium')
  assert.equal(whyNotRun(new Error('outer'), '/data'), null)
  const noFile = (path: string) => Object.assign(new Error('ENOENT'), { code: 'ENOENT', path })
  assert.match(whyNotRun(noFile('/nowhere/urls/a.gz'), '/nowhere') ?? '', /no folder of recorded data/)
  assert.match(whyNotRun(noFile(join(folder, 'urls/a.gz')), folder) ?? '', /the recorded data has no urls:/)
  mkdirSync(join(folder, 'tokens'))
  assert.equal(whyNotRun(noFile(join(folder, 'tokens/a.gz')), folder), null, 'a set that lacks a file is broken')
  assert.equal(whyNotRun(noFile(`${folder}base`), folder), null)
  assert.equal(whyNotRun(Object.assign(noFile(join(folder, 'urls')), { code: 'EACCES' }), folder), null)
})

test('the exit code tells a failure from what cannot run here', () => {
  const ended = (...outcomes: ('passed' | 'failed' | 'not run' | 'too slow')[]) =>
    exitCodeOf(outcomes.map((outcome) => ({ name: 'x', outcome, seconds: 1, line: null })))
  assert.equal(ended('passed', 'passed'), 0)
  assert.equal(ended('passed', 'not run'), 2)
  assert.equal(ended('not run', 'failed'), 1)
  assert.equal(ended('too slow'), 1)
  assert.equal(ended(), 1, 'nothing ran')
})

test('names are those of the files, and only known ones can be chosen', () => {
  assert.deepEqual(namesIn(folder, ['main']), ['fail', 'pass'])
  assert.deepEqual(chosen(['fail', 'pass'], 'pass'), ['pass'])
  assert.throws(() => chosen(['fail', 'pass'], 'pass,none'), /There is no none\. There are: fail, pass/)
})
