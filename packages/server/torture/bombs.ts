import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '../src/egress/createEgress.ts'
import { EgressError } from '../src/egress/egressError.ts'
import { EXPECTED } from './bombs/expected.ts'
import { watchPeakMemory } from './bombs/peakMemory.ts'
import type { TortureResult } from './main.ts'

const MIB = 2 ** 20
const MAX_GROWTH = 64 * MIB
/** How late an end may be seen on a busy machine, in milliseconds. */
const GRACE = 500

type Client = { deadlineMs: number; honest: string; rounds: number; ask: (url: string) => Promise<unknown> }

/** Every bad server against every client: each must end as expected and in time, and the next request must be served. */
export default async function bombs(): Promise<TortureResult> {
  const server = fork(join(import.meta.dirname, 'bombs/serverProcess.ts'))
  const [port] = (await once(server, 'message')) as [number]
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-bombs-'))
  const egress = createEgress({ allow: [`127.0.0.1:${port}`] })
  const file = join(folder, 'feed')
  const result: TortureResult = { failed: 0, servers: Object.keys(EXPECTED).length }
  const problems: string[] = []
  try {
    for (const [name, client] of Object.entries(clients(egress, file))) {
      const base = `http://127.0.0.1:${port}`
      const honest = await honestPeak(client, base)
      const memory = watchPeakMemory()
      let latest = 0
      for (const [path, expected] of Object.entries(EXPECTED)) {
        const started = performance.now()
        const end = await endOf(client.ask(`${base}/${path}`))
        const took = performance.now() - started
        latest = Math.max(latest, took - client.deadlineMs)
        if (!expected.some((each) => each === end)) problems.push(`${name} ${path}: ${end}`)
        if (took > client.deadlineMs + GRACE) problems.push(`${name} ${path}: took ${Math.round(took)} ms`)
        if (end !== 'answered' && existsSync(file)) problems.push(`${name} ${path}: left its file`)
        await rm(file, { force: true })
        const next = await endOf(client.ask(`${base}/ok`))
        if (next !== 'answered') problems.push(`${name} after ${path}: ${next}`)
        await rm(file, { force: true })
      }
      memory.stop()
      const grown = memory.peak() - honest
      const [honestMiB, grownMiB] = [honest, grown].map((bytes) => Math.round(bytes / MIB))
      result[name] = { honestMiB, grownMiB, afterDeadlineMs: Math.round(latest) }
      if (grown > MAX_GROWTH) problems.push(`${name}: memory grew by ${grownMiB} MiB`)
    }
  } finally {
    await egress.close()
    server.disconnect()
    await rm(folder, { recursive: true })
  }
  result.failed = problems.length
  if (problems.length > 0) result.problems = problems
  return result
}

/** Bytes that the process holds at most while it reads honest answers of the size that is allowed. */
async function honestPeak(client: Client, base: string): Promise<number> {
  const memory = watchPeakMemory()
  for (let index = 0; index < client.rounds; index++) await client.ask(`${base}/${client.honest}`)
  memory.stop()
  return memory.peak()
}

function clients({ guarded, operator }: Egress, file: string): Record<string, Client> {
  const limits = { deadlineMs: 1_500, maxBytes: 8 * MIB, maxRedirects: 20 }
  // Far more than memory may grow by: what is downloaded must not be held.
  const large = { deadlineMs: 8_000, maxBytes: 256 * MIB, maxRedirects: 20, file }
  return {
    guarded: { ...limits, honest: 'honest-small', rounds: 100, ask: (url) => guarded.fetch({ ...limits, url }) },
    operator: { ...limits, honest: 'honest-small', rounds: 100, ask: (url) => operator.fetch({ ...limits, url }) },
    download: { ...large, honest: 'honest-large', rounds: 5, ask: (url) => operator.download({ ...large, url }) },
  }
}

async function endOf(request: Promise<unknown>): Promise<string> {
  try {
    await request
    return 'answered'
  } catch (error) {
    return error instanceof EgressError ? error.failure : `no EgressError: ${error}`
  }
}
