import { startTestProxy } from '../src/evm/simulation/testing/testChain.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'

const DELAY_MS = 50

/**
 * First scan of a swap by a cold service whose node is behind a 50 ms proxy. `roundTrips`: the longest chain of requests
 * that each began after the one before it was answered. `ms` includes building the service's adapters and starting the
 * engine. `pair`: the same with a second endpoint that confirms what the first one answers.
 */
export default async function cold(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  try {
    const alone = await scanCold(sandbox, 1)
    const { delayMs: _, ...pair } = await scanCold(sandbox, 2)
    return { ...alone, pair }
  } finally {
    await sandbox.close()
  }
}

async function scanCold(sandbox: Sandbox, endpoints: number) {
  const urls = Array.from({ length: endpoints }, () => sandbox.rpcUrls.ethereum)
  const proxies = await Promise.all(urls.map((url) => startTestProxy(url, DELAY_MS)))
  const waits = countWaits(proxies)
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: proxies.map((proxy) => proxy.url).join() })
  const client = createScanClient(url, tokens[0] ?? '')
  try {
    const began = performance.now()
    const result = await client.scan(swapBody(sandbox.world.ethereum))
    const ms = Math.round(performance.now() - began)
    if (!result.simulation?.success) throw new Error(`the swap failed: ${result.simulation?.revertReason}`)
    const requests = proxies.reduce((sum, proxy) => sum + proxy.requests.length, 0)
    const { confidence, unavailable } = result
    return { roundTrips: waits(), ms, requests, confidence, unavailable, delayMs: DELAY_MS }
  } finally {
    await client.close()
    await app.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
  }
}

/** A request comes after everything that was answered before it began; the longest such chain is what is waited for. */
function countWaits(proxies: readonly Awaited<ReturnType<typeof startTestProxy>>[]): () => number {
  let answered = 0
  for (const proxy of proxies)
    proxy.rule = async (_, forward) => {
      const position = answered + 1
      try {
        return { answer: await forward() }
      } finally {
        answered = Math.max(answered, position)
      }
    }
  return () => answered
}
