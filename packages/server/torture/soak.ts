import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { sandboxWorld } from '../src/sandbox/world.ts'
import { startService } from '../src/testing/flood/startService.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import type { TortureResult } from './main.ts'

/** SOAK_MINUTES: of load after the warm-up, 30 by default. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 30)
const WARM_UP_SHARE = 0.2
const IN_FLIGHT = 8
const ACCOUNTS = 8
const MAX_GROWTH = 0.05
/** Sockets come and go by what is in flight; a leak is above that. */
const MAX_MORE_DESCRIPTORS = 2 * IN_FLIGHT + 8
const SAMPLES = 10
/** Share of the minutes that the control takes. */
const CONTROL_SHARE = 1 / 15
/** Far more than a service grows by that has just started. */
const MIN_CONTROL_GROWTH = 0.5
/** Run by the service of the control: it keeps six megabytes a second. */
const LEAK = 'const kept = []; setInterval(() => kept.push(Buffer.alloc(65536, 1)), 10).unref()'

/**
 * Mixed load over HTTP for half an hour: memory stays within five percent after the warm-up, and descriptors stay flat. The control is a
 * service that keeps more and more: its growth must be seen.
 */
export default async function soak(): Promise<TortureResult> {
  const result = await load(MINUTES)
  const { growth } = await load(MINUTES * CONTROL_SHARE, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LEAK)}`,
  })
  return { ...result, failed: result.failed + (growth > MIN_CONTROL_GROWTH ? 0 : 1), control: { growth } }
}

/** @param env of the service. */
async function load(minutes: number, env: NodeJS.ProcessEnv = {}) {
  const service = await startService(ACCOUNTS, env)
  try {
    const world = sandboxWorld('ethereum')
    const statuses: Record<string, number> = {}
    const stop = new AbortController()
    let sent = 0
    const work = async () => {
      while (!stop.signal.aborted) {
        const at = sent++
        const token = service.tokens[at % service.tokens.length] ?? ''
        const [path, body] = questionOf(world, at)
        try {
          const { status } = await service.ask(token, path, body, stop.signal)
          statuses[status] = (statuses[status] ?? 0) + 1
        } catch {
          if (!stop.signal.aborted) statuses.broken = (statuses.broken ?? 0) + 1
        }
      }
    }
    const workers = Array.from({ length: IN_FLIGHT }, work)
    await pause(minutes * WARM_UP_SHARE * 60_000)
    const sample = async () => ({ rssMb: await service.rssMb(), descriptors: descriptorsOf(service.pid) })
    const first = await sample()
    let last = first
    for (let taken = 0; taken < SAMPLES; taken++) {
      await pause((minutes * 60_000) / SAMPLES)
      last = await sample()
    }
    stop.abort()
    await Promise.all(workers)
    const growth = last.rssMb / first.rssMb - 1
    const more = last.descriptors - first.descriptors
    const broken = Object.entries(statuses).filter(([status]) => status === 'broken' || Number(status) >= 500)
    const answered = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const failed =
      (growth > MAX_GROWTH ? 1 : 0) + (more > MAX_MORE_DESCRIPTORS ? 1 : 0) + broken.length + (answered === 0 ? 1 : 0)
    return { failed, minutes, answered, statuses, growth: Number(growth.toFixed(4)), first, last }
  } finally {
    await service.stop()
  }
}

function questionOf(world: ReturnType<typeof sandboxWorld>, at: number): [path: string, body?: object] {
  const { actors, tokens, traps } = world
  const questions: [string, object?][] = [
    ['/v1/scan/transaction', swapBody(world)],
    ['/v1/scan/transaction', { from: actors.trader, to: actors.friend, value: String(at), chain: world.chain }],
    ['/v1/scan/contract', { address: Object.values(traps)[at % 9], chain: world.chain }],
    [`/v1/scan/wallet/${actors.trader}?chain=${world.chain}`],
    [`/v1/risk/score/${tokens.usdc}?chain=${world.chain}`],
    ['/v1/scan/transaction', { from: 'nonsense' }],
  ]
  return questions[at % questions.length] ?? ['/healthz']
}

function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
