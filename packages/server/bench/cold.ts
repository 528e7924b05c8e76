import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from '@redoubt/risk/address.ts'
import { startTestProxy } from '../src/evm/simulation/testing/testChain.ts'
import { type Sandbox, startSandbox } from '../src/sandbox/startSandbox.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { startServe } from './serve/startServe.ts'

type ScanClient = ReturnType<typeof createScanClient>

const DELAY_MS = 50
/** Until what scans are made of is loaded, which begins when the service listens. */
const LOADED_MS = 4_000

/**
 * First scan of a swap by `redoubt serve`, whose node is behind a 50 ms proxy and whose engine was not started yet. `roundTrips`: the longest
 * chain of requests that each began after the one before it was answered. `listening`: the same scan as soon as the service listens, which
 * waits for half of the program. `pair`: with a second endpoint that confirms what the first one answers. `token`, `vault`: first scans of
 * contracts, a dollar behind a proxy with a market and a vault, that are traded and paid into in every way.
 */
export default async function cold(): Promise<object> {
  const sandbox = await startSandbox({ cacheDir: '.cache', chains: ['ethereum'] })
  try {
    // What was compiled once is kept beside the code, as on any machine that has started the service before.
    await scanCold(sandbox, 1, 0)
    const listening = await scanCold(sandbox, 1, 0)
    const alone = await scanCold(sandbox, 1, LOADED_MS)
    const pair = await scanCold(sandbox, 2, LOADED_MS)
    const { tokens, honest } = sandbox.world.ethereum
    const token = await scanCold(sandbox, 1, LOADED_MS, tokens.usdc)
    const vault = await scanCold(sandbox, 1, LOADED_MS, honest.vault)
    return { ...alone, pair, listening, token, vault, delayMs: DELAY_MS }
  } finally {
    await sandbox.close()
  }
}

async function scanCold(sandbox: Sandbox, endpoints: number, afterMs: number, contract?: Address) {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-cold-'))
  const urls = Array.from({ length: endpoints }, () => sandbox.rpcUrls.ethereum)
  const proxies = await Promise.all(urls.map((url) => startTestProxy(url, DELAY_MS)))
  const databaseUrl = `sqlite:${join(folder, 'cold.db')}`
  const rpcUrl = proxies.map((proxy) => proxy.url).join()
  const service = await startServe({ databaseUrl, rpcUrl, workers: 1, connections: 1 })
  const client = createScanClient(service.url, service.tokens[0] ?? '')
  try {
    await pause(afterMs)
    const before = proxies.reduce((sum, proxy) => sum + proxy.requests.length, 0)
    const waits = countWaits(proxies)
    const began = performance.now()
    const result = await (contract === undefined ? swap(client, sandbox) : judge(client, contract))
    const ms = Math.round(performance.now() - began)
    const requests = proxies.reduce((sum, proxy) => sum + proxy.requests.length, 0) - before
    const { confidence, unavailable } = result
    return { roundTrips: waits(), ms, requests, confidence, unavailable }
  } finally {
    await client.close()
    await service.stop()
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await rm(folder, { recursive: true })
  }
}

async function swap(client: ScanClient, sandbox: Sandbox) {
  const result = await client.scan(swapBody(sandbox.world.ethereum))
  if (!result.simulation?.success) throw new Error(`the swap failed: ${result.simulation?.revertReason}`)
  return result
}

async function judge(client: ScanClient, address: Address) {
  const body = { address, chain: 'ethereum', options: { deadlineMs: 30_000 } }
  const { status, json } = await client.ask('/v1/scan/contract', body)
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(json)}`)
  return json.data
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
