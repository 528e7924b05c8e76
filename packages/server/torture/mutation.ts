import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CannotRun } from '../bench/cannotRun.ts'
import { linkInstalled } from '../bench/linkInstalled.ts'
import type { TortureResult } from './main.ts'
import { BLIND_AREA, BLIND_TEST, MUTATION_AREAS, type MutationArea } from './mutation/areas.ts'
import { sampledLines } from './mutation/sampledLines.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TOOLS = join(ROOT, 'tools/mutation/node_modules')
const STRYKER = join(TOOLS, '@stryker-mutator/core/bin/stryker.js')
/** Percent of the mutants of each area that a test must notice. */
const MIN_SCORE = 80
const SURVIVORS_SHOWN = 40

/** `percent` null: a sample drew no mutant. */
type Counted = { mutants: number; noticed: number; percent: number | null; survivors: string[] }
/** Stryker's report (mutation-testing-report-schema), as far as it is read. */
type Report = {
  files: Record<
    string,
    {
      source: string
      mutants: { status: string; mutatorName: string; replacement?: string; location: { start: { line: number } } }[]
    }
  >
}

/**
 * Changes one place of the code after the other (Stryker's mutants) and runs the tests that reach it, in a copy of the repository.
 * `MUTATION_AREAS=scoring,egress`: these areas only; `MUTATION_FILES=GLOB`: these files of them; `MUTATION_SAMPLE=4`: one block of lines in
 * four, the same ones in each run.
 */
export default async function mutation(): Promise<TortureResult> {
  if (!existsSync(TOOLS))
    throw new CannotRun('Stryker is not installed: npm --prefix tools/mutation ci --ignore-scripts')
  const names = process.env.MUTATION_AREAS?.split(',')
  const areas = MUTATION_AREAS.filter(({ name }) => names === undefined || names.includes(name))
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-mutation-'))
  try {
    copyRepository(folder)
    const counted: Record<string, Counted> = {}
    for (const area of areas) counted[area.name] = await measure(folder, area)
    writeFileSync(join(folder, BLIND_AREA.tests[0] ?? ''), BLIND_TEST)
    const control = await measure(folder, BLIND_AREA)
    // Without a sample an area has mutants, or its files are elsewhere.
    const isSample = Number(process.env.MUTATION_SAMPLE ?? 1) > 1
    const short = Object.values(counted).filter(({ percent }) =>
      percent === null ? !isSample : percent < MIN_SCORE,
    ).length
    return {
      failed: short + (control.mutants > 0 && control.noticed === 0 ? 0 : 1),
      areas: counted,
      control: control.percent,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Stryker writes into the files that it changes. What is installed is linked, our packages to those of the copy. */
function copyRepository(folder: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, file))
  }
  linkInstalled(ROOT, folder)
  symlinkSync(join(TOOLS, '@stryker-mutator'), join(folder, 'node_modules/@stryker-mutator'))
}

async function measure(folder: string, { name, mutate, tests, loaded }: MutationArea): Promise<Counted> {
  const report = join(folder, `${name}.json`)
  const isControl = name === BLIND_AREA.name
  const only = isControl ? undefined : process.env.MUTATION_FILES
  const globs = only === undefined ? mutate : [only, ...mutate.filter((glob) => glob.startsWith('!'))]
  const oneIn = Number(process.env.MUTATION_SAMPLE ?? 1)
  const config = {
    testRunner: 'tap',
    plugins: ['@stryker-mutator/tap-runner'],
    inPlace: true,
    mutate: isControl || oneIn === 1 ? globs : sampledLines(folder, globs, oneIn),
    tap: {
      testFiles: tests,
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
      forceBail: true,
    },
    disableTypeChecks: false,
    // A busy machine is late with everything, and what is late counts as noticed.
    timeoutMS: 60_000,
    concurrency: availableParallelism(),
    ignoreStatic: loaded !== true,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  }
  writeFileSync(join(folder, 'stryker.config.json'), JSON.stringify(config))
  const child = spawn(process.execPath, [STRYKER, 'run', 'stryker.config.json'], {
    cwd: folder,
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, '.cache/compiled') },
    stdio: ['ignore', 2, 2],
    // A group of its own: Stryker's processes end with it.
    detached: true,
  })
  const end = () => process.kill(-(child.pid ?? 0), 'SIGKILL')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  await new Promise((resolve) => child.once('exit', resolve))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
  if (!existsSync(report)) throw new Error(`no report of the area ${name}: see what Stryker says above`)
  return count(JSON.parse(readFileSync(report, 'utf8')) as Report)
}

/** What compiles to nothing that runs (`Ignored`, errors) is no mutant; what no test reaches is one that none noticed. */
function count({ files }: Report): Counted {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })))
  const noticed = all.filter(({ status }) => status === 'Killed' || status === 'Timeout')
  const missed = all.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
  const mutants = noticed.length + missed.length
  return {
    mutants,
    noticed: noticed.length,
    percent: mutants === 0 ? null : Math.round((1000 * noticed.length) / mutants) / 10,
    survivors: missed
      .slice(0, Number(process.env.MUTATION_SURVIVORS ?? SURVIVORS_SHOWN))
      .map(({ file, location, mutatorName, replacement = '' }) =>
        `${file}:${location.start.line} ${mutatorName} ${replacement.replace(/\s+/g, ' ').slice(0, 80)}`.trim(),
      ),
  }
}
