import { quietApp } from '../src/testing/quietApp.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { createContractScan } from './corpus/scanByHttp.ts'
import { percentile } from './percentile.ts'
import { withBareEngine } from './replay/bareEngine.ts'

const WARM_UP = 3
const ROUNDS = 40
const IN_FLIGHT = 4

/**
 * Full POST /v1/scan/contract over HTTP, warm: trades in all scenarios, every owner's switch, holders. Tokens in turn: an
 * honest one, a taxed one, a dollar with an issuer's privileges, one that its owner can close, and one that cannot be sold.
 * `calls`: transactions executed by one scan, the mean of the five tokens. `ratio` is to one bare traced swap on an engine of its own, sampled alternately.
 */
export default async function scanContract(): Promise<object> {
  const { app, url, tokens: keys } = await quietApp('test')
  const { scan, engineCalls, close } = createContractScan(url, 'ethereum', keys)
  try {
    const sandbox = await app.sandbox()
    const { tokens, traps } = sandbox.world.ethereum
    const subjects = [tokens.honest, tokens.taxed, tokens.usdc, traps.ruggable, traps.honeypot]
    for (let round = 0; round < WARM_UP; round++) for (const subject of subjects) await scan(subject)
    const callsBefore = await engineCalls()
    for (const subject of subjects) await scan(subject)
    const calls = Math.round(((await engineCalls()) - callsBefore) / subjects.length)
    const scans: number[] = []
    const bareCalls: number[] = []
    await withBareEngine(sandbox.rpcUrls.ethereum, swapBody(sandbox.world.ethereum), async (bare) => {
      for (let round = 0; round < ROUNDS; round++) {
        for (const subject of subjects) {
          scans.push((await scan(subject)).milliseconds)
          const began = performance.now()
          await bare()
          bareCalls.push(performance.now() - began)
        }
      }
    })
    let next = 0
    const began = performance.now()
    const worker = async () => {
      while (next < ROUNDS) await scan(subjects[next++ % subjects.length] as (typeof subjects)[number])
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
    const perSecond = Math.round((ROUNDS * 10_000) / (performance.now() - began)) / 10
    const [p50, bareP50] = [percentile(scans, 0.5), percentile(bareCalls, 0.5)]
    return {
      ratio: Math.round(p50 / bareP50),
      p50,
      p95: percentile(scans, 0.95),
      perSecond,
      calls,
      bareP50,
      samples: scans.length,
    }
  } finally {
    await close()
    await app.close()
  }
}
