import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

// Runs every *.e2e.ts, longest first, as many processes at a time as there are processors: more take as long altogether, and each of
// them longer. What fails beside other work runs once more alone, with all that node:test can say about it, and passes if it does then:
// both reports are printed.
// node scripts/testE2e.ts [FOLDER...]: only what lies there.

const ROOT = join(import.meta.dirname, '..')
/** More failures than these have another cause than load, and nothing runs twice. */
const MAX_SECOND_RUNS = 3
/** Longest life of a process in milliseconds: what a failed test left behind may keep it alive for ever. */
const MAX_LIFE_MS = 900_000
const LANES = Number(process.env.E2E_LANES ?? availableParallelism())
/**
 * Folders whose files share a process, and how many: to load the service takes two seconds of processor time, its first scans run three
 * times slower than later ones, and files of a process use one sandbox after the other. Each file is a suite with hooks of its own. It
 * starts no clock while it is loaded (`AbortSignal.timeout`), because it waits for its turn, and leaves the process as it found it.
 */
const TOGETHER: readonly (readonly [files: RegExp, atOnce: number])[] = [
  [/^packages\/server\/src\/http\//, 15],
  [/^packages\/egress\/src\//, 12],
  [/^packages\/server\/src\/e2e\//, 12],
  [/^packages\/server\/src\/evm\//, 12],
  [/^packages\/server\/src\/intel\//, 12],
  [/^packages\/server\/src\/(composition|llm|render|store|watch|webhooks)\//, 12],
  [/^packages\/server\/src\/web\/(cloaking|dns|page|registration|tls|visit)\//, 12],
]
/** Files that ask the service of `sharedService` share processes, whatever their folder: a process with all of them takes too long on a slow machine. */
const SHARED = /\bsharedService\(/
const SHARED_AT_ONCE = 9
const ALONE =
  /^const \w+ = AbortSignal\.timeout\(|process\.(chdir|umask|env\.\w+ =|memoryUsage|kill)|\/proc\/|CHROMIUM_PATH/m
/** Files that count what load adds: they run alone when all others have ended. */
const QUIET = /^\/\/ Runs beside nothing/m
/**
 * Space for new objects in a process of several files, in MB: their services come and go, and what is young when it is full is copied. Files
 * that look at the memory of their process have one to themselves.
 */
const YOUNG_SPACE = ['--min-semi-space-size=16', '--max-semi-space-size=64']
/** What the report says of a file that ended, with its milliseconds. */
const FILE_ENDED = /^[✔✖] (\S+\.e2e\.ts) \(([\d.]+)ms\)$/gm
const COUNTS = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo']

type Job = { files: string[]; size: number }

const wanted = process.argv.slice(2)
const jobs: Job[] = []
const quiet: Job[] = []
const together = new Map<string, Job>()
for (const file of globSync(['packages/**/*.e2e.ts', 'scripts/**/*.e2e.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).sort()) {
  if (wanted.length > 0 && !wanted.some((folder) => file.startsWith(folder))) continue
  const source = readFileSync(join(ROOT, file), 'utf8')
  if (QUIET.test(source)) {
    quiet.push({ files: [file], size: source.length })
    continue
  }
  const [group, atOnce] = groupOf(file, source)
  let job = together.get(group)
  if (job === undefined || job.files.length >= atOnce) {
    job = { files: [], size: 0 }
    jobs.push(job)
    together.set(group, job)
  }
  job.files.push(file)
  job.size += source.length
}
jobs.sort((a, b) => b.size - a.size)

const started = performance.now()
const processes = jobs.length + quiet.length
const failed: { job: Job; output: string }[] = []
const outputs = new Map<Job, string>()
const seconds: { file: string; taken: number }[] = []
await Promise.all(Array.from({ length: LANES }, () => lane({ isSecond: false })))
jobs.push(...quiet)
await lane({ isSecond: false })
const busy = failed.length <= MAX_SECOND_RUNS ? failed.splice(0) : []
jobs.push(...busy.map(({ job }) => job))
await lane({ isSecond: true })
process.stdout.write(`${processes} processes ended\n`)
const slowest = seconds.sort((a, b) => b.taken - a.taken).slice(0, 40)
for (const { file, taken } of slowest) process.stdout.write(`${taken.toFixed(0)} s ${file}\n`)
// Once more at the end, where a log that was cut still has it.
for (const { job, output } of busy)
  process.stdout.write(`beside other work: ✖ ${job.files.join(' ')}\n${failuresIn(output)}\n`)
for (const { job, output } of failed) process.stdout.write(`✖ ${job.files.join(' ')}\n${failuresIn(output)}\n`)
// The summary of all processes, in the form of node:test's own.
for (const name of COUNTS) process.stdout.write(`ℹ ${name} ${counted(name)}\n`)
process.stdout.write(`ℹ duration_ms ${(performance.now() - started).toFixed(6)}\n`)
process.exitCode = failed.length > 0 || processes === 0 ? 1 : 0

/** Which files `file` may share a process with, and how many. */
function groupOf(file: string, source: string): [group: string, atOnce: number] {
  if (ALONE.test(source)) return [file, 1]
  if (SHARED.test(source)) return ['shared service', SHARED_AT_ONCE]
  const [files, atOnce] = TOGETHER.find(([pattern]) => pattern.test(file)) ?? [file, 1]
  return [String(files), atOnce]
}

/** What node:test's report says of the tests that failed, or its end where the process broke before it could say. */
function failuresIn(output: string): string {
  const start = output.indexOf('✖ failing tests:')
  return output.slice(start === -1 ? -2_000 : start).slice(0, 8_000)
}

/** Sum of a line of the summaries; of a job that ran twice, the second counts. */
function counted(name: string): number {
  const line = new RegExp(`^ℹ ${name} (\\d+)$`, 'm')
  return [...outputs.values()].reduce((sum, output) => sum + Number(line.exec(output)?.[1] ?? 0), 0)
}

async function lane({ isSecond }: { isSecond: boolean }): Promise<void> {
  for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
    const { code, output } = await run(job.files, isSecond)
    for (const [, file = '', taken] of output.matchAll(FILE_ENDED)) seconds.push({ file, taken: Number(taken) / 1_000 })
    process.stdout.write(output)
    if (code !== 0 || !/^ℹ pass \d/m.test(output)) failed.push({ job, output })
    outputs.set(job, output)
  }
}

function run(files: string[], isSecond: boolean): Promise<{ code: number | null; output: string }> {
  const quick = [join(ROOT, 'scripts/runTestFiles.ts')]
  const runner = isSecond ? ['--test', '--test-concurrency=1'] : quick
  const cache = join(ROOT, 'packages/server/node_modules/.cache/compiled')
  const flags = [...(files.length > 1 ? YOUNG_SPACE : []), '--test-timeout=300000', '--test-reporter=spec']
  const child = spawn(process.execPath, [...flags, ...runner, ...files], {
    cwd: ROOT,
    // Types are stripped and code is compiled once, not in each process.
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: MAX_LIFE_MS,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
