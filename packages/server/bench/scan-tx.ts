import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { percentile } from './percentile.ts'
import { withBareEngine } from './replay/bareEngine.ts'
import { measureDistinct } from './scan-tx/measureDistinct.ts'

const WARM_UP = 50
const SAMPLES = 300
const IN_FLIGHT = 16

/**
 * Full POST /v1/scan/transaction of a V2 swap over HTTP, warm, beside one bare traced call of the same transaction on
 * an engine of its own, forked like the simulator's (call tree and state diff in parallel), sampled alternately so that
 * the machine's speed cancels out. Then distinct targets: see `measureDistinct`.
 */
export default async function scanTx(): Promise<object> {
  const swap = await measureSwap()
  return { ...swap, ...(await measureDistinct()) }
}

async function measureSwap(): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  const clients = tokens.map((token) => createScanClient(url, token))
  try {
    const sandbox = await app.sandbox()
    const body = swapBody(sandbox.world.ethereum)
    const scan = (index: number) => (clients[index % clients.length] as (typeof clients)[number]).scan(body)
    const first = await scan(0)
    if (!first.simulation?.success) throw new Error(`the swap failed: ${first.simulation?.revertReason}`)
    const scans: number[] = []
    const traces: number[] = []
    await withBareEngine(sandbox.rpcUrls.ethereum, body, async (bare) => {
      for (let index = 0; index < WARM_UP; index++) await Promise.all([scan(index), bare()])
      for (let index = 0; index < SAMPLES; index++) {
        scans.push(await timed(() => scan(index)))
        traces.push(await timed(bare))
      }
    })
    let next = 0
    const began = performance.now()
    const worker = async () => {
      while (next < SAMPLES) await scan(next++)
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
    const perSecond = Math.round((SAMPLES * 1000) / (performance.now() - began))
    const [p50, bareP50] = [percentile(scans, 0.5), percentile(traces, 0.5)]
    return {
      ratio: Math.round((10 * p50) / bareP50) / 10,
      p50,
      p95: percentile(scans, 0.95),
      perSecond,
      bareP50,
      runs: 1 + first.simulation.environments.length,
      samples: SAMPLES,
    }
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await app.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
