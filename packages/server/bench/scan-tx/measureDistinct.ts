import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { startSandbox } from '../../src/sandbox/startSandbox.ts'
import { startServe } from '../serve/startServe.ts'
import { usageOf } from '../serve/usageOf.ts'
import { distinctTargets } from './distinctTargets.ts'

const TARGETS = 200
/** Targets of their own, so that what is loaded and compiled once is no target's cost. */
const WARM_UP = 40
const PASSES = 3
const IN_FLIGHT = 16

/** Times in milliseconds of one processor, of the service and its engines. */
type Distinct = { distinctPerSecond: number; distinctCpuMs: number; firstSightCpuMs: number; targets: number }

/**
 * Transfers of 200 tokens with code of their own, scanned by `redoubt serve` on SQLite with an endpoint in another process: each once, one at a time
 * (`firstSightCpuMs`), then all three times, 16 in flight (`distinctPerSecond`).
 */
export async function measureDistinct(): Promise<Distinct> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-distinct-'))
  const http = createOperatorFetch()
  const sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
  try {
    const rpcUrl = sandbox.rpcUrls.ethereum
    const bodies = await distinctTargets(nodeRpc(rpcUrl, http), TARGETS + WARM_UP)
    const databaseUrl = `sqlite:${join(folder, 'distinct.db')}`
    const service = await startServe({ databaseUrl, rpcUrl, workers: 1, connections: IN_FLIGHT })
    try {
      const scan = async (body: string) => {
        const status = await service.ask('/v1/scan/transaction', body)
        if (status !== 200) throw new Error(`a scan was answered ${status}`)
      }
      const [warmUp, targets] = [bodies.slice(TARGETS), bodies.slice(0, TARGETS)]
      for (const body of [...warmUp, ...warmUp]) await scan(body)
      const unseen = usageOf(service.pid).ms
      for (const body of targets) await scan(body)
      const seen = usageOf(service.pid).ms
      const queue = Array.from({ length: PASSES }, () => targets).flat()
      const began = performance.now()
      const worker = async () => {
        for (let body = queue.pop(); body !== undefined; body = queue.pop()) await scan(body)
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
      const seconds = (performance.now() - began) / 1_000
      const scans = PASSES * TARGETS
      return {
        distinctPerSecond: Math.round(scans / seconds),
        distinctCpuMs: tenths((usageOf(service.pid).ms - seen) / scans),
        firstSightCpuMs: tenths((seen - unseen) / TARGETS),
        targets: TARGETS,
      }
    } finally {
      await service.stop()
    }
  } finally {
    await sandbox.close()
    await http.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10
}
