import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { compareRuns, compareTable } from './compareRuns.ts'

/** A repository with a bench that tells the value of its package, and where it ran. */
let root: string
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
const main = () => join(root, 'packages/server/bench/main.ts')
const write = (file: string, text: string) => writeFileSync(join(root, file), text)
const state = (value: number) => {
  write('packages/risk/value.js', `export const value = ${value}\n`)
  write(
    'packages/server/bench/main.ts',
    `import { value } from '@redoubt/risk/value.js'
import { other } from 'other'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
const [name, ...args] = process.argv.slice(2)
// Each run of one of the two is slower than the one before by 2.
const count = '${root}-runs-${value}'
const runs = existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0
writeFileSync(count, String(runs + 1))
if (name === 'broken' && value === 3) throw new Error('broken now')
console.log(JSON.stringify({ name, load: [1, 2], perSecond: value * 10 - 2 * runs, parts: [{ ms: other }], only${value}: 7, args, cwd: process.cwd() }))
`,
  )
}

before(() => {
  root = mkdtempSync(join(tmpdir(), 'redoubt-compare-test-'))
  for (const folder of ['packages/risk', 'packages/server/bench', 'node_modules/@redoubt', 'node_modules/other'])
    mkdirSync(join(root, folder), { recursive: true })
  write('.gitignore', 'node_modules/\n')
  write('packages/risk/package.json', '{"name":"@redoubt/risk","type":"module"}')
  write('package.json', '{"type":"module"}')
  write('node_modules/other/package.json', '{"name":"other","type":"module","main":"index.js"}')
  write('node_modules/other/index.js', 'export const other = 5\n')
  execFileSync('ln', ['-s', '../../packages/risk', join(root, 'node_modules/@redoubt/risk')])
  git('init', '-q')
  for (const name of ['one', 'two', 'broken']) write(`packages/server/bench/${name}.ts`, '')
  state(2)
  git('add', '-A')
  git('-c', 'user.name=t', '-c', 'user.email=t@t.test', 'commit', '-qm', 'before')
  git('tag', 'v1')
  // Not committed: what is compared is the working tree.
  state(3)
  write('packages/server/bench/newer.ts', '')
})
beforeEach(() => {
  for (const value of [2, 3]) rmSync(`${root}-runs-${value}`, { force: true })
})
after(() => {
  for (const value of [2, 3]) rmSync(`${root}-runs-${value}`, { force: true })
  rmSync(root, { recursive: true })
})

const compare = (names: string[], rounds = 1, ref = 'v1') => {
  const lines: Record<string, unknown>[] = []
  const onLine = (line: string) => lines.push(JSON.parse(line))
  const plan = () => ({ seconds: 60 })
  const options = { root, main: main(), ref, names, args: ['--data', '/data'], rounds, plan, onLine }
  return compareRuns(options).then((compared) => ({ compared, lines }))
}

test('each bench runs before and now in turn, with the packages of its own tree', async () => {
  const { compared, lines } = await compare(['one', 'two'])
  assert.deepEqual(
    lines.map(({ side, ref, name, perSecond }) => [side, ref, name, perSecond]),
    [
      ['before', 'v1', 'one', 20],
      ['now', 'now', 'one', 30],
      ['before', 'v1', 'two', 18],
      ['now', 'now', 'two', 28],
    ],
  )
  for (const { args } of lines) assert.deepEqual(args, ['--data', '/data'])
  assert.notEqual(lines[0]?.cwd, lines[1]?.cwd)
  assert.ok(!existsSync(String(lines[0]?.cwd)), 'the tree of before is gone')
  assert.equal(git('worktree', 'list').trim().split('\n').length, 1)
  const table = compareTable(compared).split('\n')
  assert.match(table[0] ?? '', /^bench +figure +before +now +ratio$/)
  assert.match(table[1] ?? '', /^one +perSecond +20 +30 +× 1\.50$/)
  assert.match(table[2] ?? '', /^one +parts\.0\.ms +5 +5 +× 1\.00$/)
  assert.equal(table.length, 5, 'the load, and what one of them has alone, are no rows')
})

test('a second round goes the other way round, and the table has medians', async () => {
  const { compared, lines } = await compare(['one'], 2)
  assert.deepEqual(
    lines.map(({ side }) => side),
    ['before', 'now', 'now', 'before'],
  )
  assert.match(compareTable(compared), /perSecond +19 +29 +× 1\.53/)
})

test('what fails on one side is named, and the others go on', async () => {
  const { compared } = await compare(['broken', 'one'])
  const table = compareTable(compared)
  assert.match(table, /^broken +did not pass +failed$/m)
  assert.match(table, /^one +perSecond +18 +28/m)
})

test('of three rounds the middle one counts', async () => {
  const { compared } = await compare(['one'], 3)
  assert.match(compareTable(compared), /perSecond +18 +28 +× 1\.56/)
})

test('a bench that the ref does not have is not run there', async () => {
  const { compared, lines } = await compare(['newer'])
  assert.deepEqual(
    lines.map(({ side }) => side),
    ['now'],
  )
  assert.match(compareTable(compared), /^newer +did not pass +not run$/m)
})

test('a ref that does not exist is an error, and leaves nothing', async () => {
  await assert.rejects(compare(['one'], 1, 'v9'))
  assert.equal(git('worktree', 'list').trim().split('\n').length, 1)
})
