import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { linkInstalled } from './linkInstalled.ts'
import { type Ran, runOne } from './runAll.ts'
import type { RunPlan } from './runPlans.ts'

export type CompareRuns = {
  /** The repository, and in it the program that runs one bench by its name. */
  root: string
  main: string
  /** A commit, branch or tag. */
  ref: string
  names: readonly string[]
  args: readonly string[]
  /** How often each is run, before and after in turn. */
  rounds: number
  plan(name: string): RunPlan
  onLine(line: string): void
}
/** A bench before and now, in the order of the rounds. */
export type Compared = { name: string; before: Ran[]; now: Ran[] }

/**
 * Runs each bench as it was at `ref` and as it is in the working tree, one after the other, so that both meet the same machine. What is installed and
 * built is that of the working tree.
 * @throws Error when the repository has no such ref.
 */
export async function compareRuns(options: CompareRuns): Promise<Compared[]> {
  const { root, main, ref, names, args, rounds, plan, onLine } = options
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const commit = git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).trim()
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-compare-'))
  const old = join(folder, 'tree')
  // Each side runs in a folder of its own, where nothing is cached yet.
  for (const side of ['before', 'now']) mkdirSync(join(folder, side))
  git('worktree', 'add', '--detach', old, commit)
  try {
    linkInstalled(root, old)
    const compared: Compared[] = []
    for (const name of names) {
      const both: Compared = { name, before: [], now: [] }
      const run = async (side: 'before' | 'now', tree: string) => {
        const file = join(tree, relative(root, main))
        // A bench that is newer than the ref has nothing to be compared with.
        const isThere = existsSync(join(dirname(file), `${name}.ts`))
        const one = isThere ? await runOne(file, [name, ...args], plan(name), join(folder, side)) : NOT_THERE
        both[side].push({ name, ...one })
        if (one.line !== null)
          onLine(JSON.stringify({ side, ref: side === 'now' ? 'now' : ref, ...JSON.parse(one.line) }))
      }
      for (let round = 0; round < rounds; round++) {
        // The other way round every second time: a machine that warms up or tires is no difference.
        const sides = [
          ['before', old],
          ['now', root],
        ] as const
        for (const [side, tree] of round % 2 === 0 ? sides : sides.toReversed()) await run(side, tree)
      }
      compared.push(both)
    }
    return compared
  } finally {
    git('worktree', 'remove', '--force', old)
    rmSync(folder, { recursive: true, force: true })
  }
}

const NOT_THERE = { outcome: 'not run', seconds: 0, line: null } as const

/** One row for each figure that both have: its median before and now, and the ratio. Then what did not run. */
export function compareTable(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ name, before, now }) => {
    const [was, is] = [figuresOf(before), figuresOf(now)]
    const shared = [...was.keys()].filter((key) => is.has(key))
    const failed = [...before, ...now].filter(({ outcome }) => outcome !== 'passed').map(({ outcome }) => outcome)
    return [
      ...shared.map((key) => {
        const [one, other] = [median(was.get(key) ?? []), median(is.get(key) ?? [])]
        return [name, key, shown(one), shown(other), one === 0 ? '' : `× ${(other / one).toFixed(2)}`]
      }),
      ...(failed.length > 0 ? [[name, 'did not pass', ...failed]] : []),
    ]
  })
  const all = [['bench', 'figure', 'before', 'now', 'ratio'], ...rows]
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Numbers of the lines by their path, such as `parts.1.perSecond`; load averages apart. */
function figuresOf(ran: readonly Ran[]): Map<string, number[]> {
  const figures = new Map<string, number[]>()
  const collect = (value: unknown, path: string): void => {
    if (typeof value === 'number') figures.set(path, [...(figures.get(path) ?? []), value])
    else if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value))
        if (path !== '' || key !== 'load') collect(one, path === '' ? key : `${path}.${key}`)
  }
  for (const { line } of ran) if (line !== null) collect(JSON.parse(line), '')
  return figures
}

function shown(value: number): string {
  return String(Math.round(value * 1_000) / 1_000)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
