import { fork } from 'node:child_process'
import { once } from 'node:events'
import { percentile } from './percentile.ts'
import { load } from './score/load.ts'

const CONNECTIONS = 16
const WARM_UP_MS = 3_000
const ROUND_MS = 1_500
const ROUNDS = 8
/** SCORE_MINUTES: of scores alone, after the rounds; without it none. */
const MINUTES = Number(process.env.SCORE_MINUTES ?? 0)

type Ready = { bytes: number; bare: string; ours: string; tokens: string[] }
type Cpu = { cpu: NodeJS.CpuUsage }

/**
 * Cached risk scores over HTTP, with key, limits and envelope, against a bare Fastify that answers a constant of the same length in
 * the same process, in turns. `cpuRatio` is the same in processor time per request, which other work on the machine disturbs
 * less; `cpuMs` is that of one score. SQLite, unless BENCH_DATABASE_URL names another database. With SCORE_MINUTES, `slope` is the rate of the last minute
 * beside that of the first.
 */
export default async function score(): Promise<object> {
  const child = fork(new URL('./score/serveBoth.ts', import.meta.url))
  try {
    const [{ bytes, bare, ours, tokens }] = (await once(child, 'message')) as [Ready]
    const cpuOf = async () => {
      child.send('cpu')
      const [{ cpu }] = (await once(child, 'message')) as [Cpu]
      return cpu.user + cpu.system
    }
    const measure = async (target: string, forMs: number) => {
      const before = await cpuOf()
      const { perSecond, milliseconds } = await load(target, { tokens, connections: CONNECTIONS, forMs })
      return { perSecond, milliseconds, cpu: ((await cpuOf()) - before) / milliseconds.length }
    }
    for (const target of [bare, ours]) await measure(target, WARM_UP_MS)
    const [bares, scores] = [[], []] as [Awaited<ReturnType<typeof measure>>[], Awaited<ReturnType<typeof measure>>[]]
    for (let round = 0; round < ROUNDS; round++) {
      bares.push(await measure(bare, ROUND_MS))
      scores.push(await measure(ours, ROUND_MS))
    }
    const minutes: number[] = []
    for (let minute = 0; minute < MINUTES; minute++) minutes.push(Math.round((await measure(ours, 60_000)).perSecond))
    const middle = (values: number[]) => percentile(values, 0.5)
    const samples = scores.flatMap(({ milliseconds }) => milliseconds)
    const perSecond = Math.round(middle(scores.map((one) => one.perSecond)))
    const barePerSecond = Math.round(middle(bares.map((one) => one.perSecond)))
    return {
      ratio: Math.round((100 * perSecond) / barePerSecond) / 100,
      cpuRatio: Math.round((100 * middle(bares.map(({ cpu }) => cpu))) / middle(scores.map(({ cpu }) => cpu))) / 100,
      p50: percentile(samples, 0.5),
      p95: percentile(samples, 0.95),
      perSecond,
      barePerSecond,
      bytes,
      cpuMs: Math.round(middle(scores.map(({ cpu }) => cpu))) / 1_000,
      database: process.env.BENCH_DATABASE_URL?.startsWith('postgres') ? 'PostgreSQL' : 'SQLite',
      ...(minutes.length > 0 && { minutes, slope: slopeOf(minutes) }),
      samples: samples.length,
    }
  } finally {
    if (child.connected) child.send('end')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

function slopeOf(minutes: readonly number[]): number {
  return Math.round((100 * (minutes.at(-1) ?? 0)) / (minutes[0] ?? Number.NaN)) / 100
}
