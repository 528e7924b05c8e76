import { startTestProxy } from '../src/evm/simulation/testing/testChain.ts'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { quietApp } from '../src/testing/quietApp.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'

const DELAY_MS = 50

/**
 * First scan of a swap by a cold service whose node is behind a 50 ms proxy. `roundTrips`: the longest chain of requests
 * that each began after the one before it was answered. `ms` includes building the service's adapters and starting the
 * engine.
 */
export default async function cold(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  const proxy = await startTestProxy(sandbox.rpcUrls.ethereum, DELAY_MS)
  const waits = countWaits(proxy)
  const { app, url, tokens } = await quietApp('live', { ETHEREUM_RPC_URLS: proxy.url })
  const client = createScanClient(url, tokens[0] ?? '')
  try {
    const began = performance.now()
    const result = await client.scan(swapBody(sandbox.world.ethereum))
    const ms = Math.round(performance.now() - began)
    if (!result.simulation?.success) throw new Error(`the swap failed: ${result.simulation?.revertReason}`)
    return { roundTrips: waits(), ms, requests: proxy.requests.length, delayMs: DELAY_MS }
  } finally {
    await client.close()
    await app.close()
    await proxy.close()
    await sandbox.close()
  }
}

/** A request comes after everything that was answered before it began; the longest such chain is what is waited for. */
function countWaits(proxy: Awaited<ReturnType<typeof startTestProxy>>): () => number {
  let answered = 0
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
