import { createOperatorFetch } from '../src/egress/operatorFetch.ts'
import { percentile } from './http/percentile.ts'
import { quietApp } from './http/quietApp.ts'
import { createScanClient } from './http/scanClient.ts'
import { swapBody } from './http/swapBody.ts'

const WARM_UP = 50
const SAMPLES = 300
const IN_FLIGHT = 16

/**
 * Full POST /v1/scan/transaction of a V2 swap over HTTP, warm, beside one bare traced call of the same transaction on
 * the engine (call tree and state diff in parallel), sampled alternately so that the machine's speed cancels out.
 */
export default async function scanTx(): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  const engine = createOperatorFetch()
  const clients = tokens.map((token) => createScanClient(url, token))
  try {
    const sandbox = await app.sandbox()
    const body = swapBody(sandbox.world.ethereum)
    const scan = (index: number) => (clients[index % clients.length] as (typeof clients)[number]).scan(body)
    const bare = () => bareTrace(engine, sandbox.rpcUrls.ethereum, body)
    const first = await scan(0)
    if (!first.simulation?.success) throw new Error(`the swap failed: ${first.simulation?.revertReason}`)
    for (let index = 0; index < WARM_UP; index++) await Promise.all([scan(index), bare()])
    const scans: number[] = []
    const traces: number[] = []
    for (let index = 0; index < SAMPLES; index++) {
      scans.push(await timed(() => scan(index)))
      traces.push(await timed(bare))
    }
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
    await Promise.all([engine.close(), ...clients.map((client) => client.close())])
    await app.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

async function bareTrace(
  engine: ReturnType<typeof createOperatorFetch>,
  url: string,
  body: ReturnType<typeof swapBody>,
) {
  const call = { from: body.from, to: body.to, data: body.data, value: `0x${BigInt(body.value).toString(16)}` }
  const tracers = [
    { tracer: 'callTracer', tracerConfig: { withLog: true } },
    { tracer: 'prestateTracer', tracerConfig: { diffMode: true } },
  ]
  await Promise.all(
    tracers.map(async (tracer) => {
      const request = { jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params: [call, 'latest', tracer] }
      const answer = await engine.fetch({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        deadlineMs: 5_000,
        maxBytes: 1e7,
      })
      if (!answer.body.includes('"result"')) throw new Error(answer.body.toString('utf8').slice(0, 200))
    }),
  )
}
