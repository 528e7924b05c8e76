import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { RunPlan } from './runPlans.ts'

/** How one of them ended. `line`: the JSON line that it printed, null where it printed none. */
export type Ran = {
  name: string
  outcome: 'passed' | 'failed' | 'not run' | 'too slow'
  seconds: number
  line: string | null
}

export type RunAll = {
  /** The program that runs one by its name. */
  main: string
  names: readonly string[]
  /** Passed on to each. */
  args: readonly string[]
  /** Of one of them: it is ended after its seconds, and the next one runs. */
  plan(name: string): RunPlan
  onLine(line: string): void
}

const KILL_MS = 5_000
/** Exit code of what cannot run on this machine: see `cannotRun.ts`. */
export const CANNOT_RUN = 2

/** Names of the programs of a folder that a main file runs: every `name.ts` with a default export, without these. */
export function namesIn(folder: string, without: readonly string[]): string[] {
  return readdirSync(folder)
    .filter((file) => /^[a-z-]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .filter((name) => !without.includes(name))
    .sort()
}

/** The names that were asked for. @throws Error that names one which there is not. */
export function chosen(names: readonly string[], only: string | undefined): string[] {
  if (only === undefined) return [...names]
  const asked = only.split(',').map((name) => name.trim())
  const unknown = asked.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}. There are: ${names.join(', ')}`)
  return asked
}

/** Runs one after the other, each in a process of its own, and goes on after a failure. */
export async function runAll({ main, names, args, plan, onLine }: RunAll): Promise<Ran[]> {
  const ran: Ran[] = []
  for (const name of names) {
    const one = await runOne(main, [name, ...args], plan(name))
    ran.push({ name, ...one })
    if (one.line !== null) onLine(one.line)
  }
  return ran
}

/** A table for people; each line holds the load at its start and end: a figure of a busy machine is no figure. */
export function tableOf(ran: readonly Ran[]): string {
  const width = Math.max(...ran.map(({ name }) => name.length))
  const rows = ran.map(({ name, outcome, seconds, line }) =>
    `${name.padEnd(width)}  ${outcome.padEnd(10)}  ${String(Math.round(seconds)).padStart(5)} s  ${line ?? ''}`.trimEnd(),
  )
  const passed = ran.filter(({ outcome }) => outcome === 'passed').length
  const load = loadavg().map((one) => one.toFixed(2))
  return [...rows, `${passed} of ${ran.length} passed; load average ${load.join(' ')}`].join('\n')
}

/** 0: all passed; 1: one failed or took too long, or there was none; 2: none did, and some cannot run here. */
export function exitCodeOf(ran: readonly Ran[]): number {
  if (ran.length === 0 || ran.some(({ outcome }) => outcome === 'failed' || outcome === 'too slow')) return 1
  return ran.some(({ outcome }) => outcome === 'not run') ? CANNOT_RUN : 0
}

/** @param cwd the folder in which it runs; default: that of this process. */
export async function runOne(
  main: string,
  args: readonly string[],
  { seconds: limit, env }: RunPlan,
  cwd = process.cwd(),
): Promise<Omit<Ran, 'name'>> {
  const start = performance.now()
  // A group of its own: what it started ends with it.
  const child = spawn(process.execPath, [main, ...args], {
    cwd,
    env: { ...env, ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // It has ended.
    }
  }
  let late = false
  let last: NodeJS.Timeout | undefined
  const timer = setTimeout(() => {
    late = true
    end('SIGTERM')
    last = setTimeout(end, KILL_MS, 'SIGKILL')
  }, limit * 1_000)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  clearTimeout(last)
  const line = output.split('\n').findLast((one) => one.startsWith('{"name":')) ?? null
  const seconds = (performance.now() - start) / 1_000
  if (late) return { outcome: 'too slow', seconds, line }
  if (code === CANNOT_RUN) return { outcome: 'not run', seconds, line }
  return { outcome: code === 0 && line !== null ? 'passed' : 'failed', seconds, line }
}
