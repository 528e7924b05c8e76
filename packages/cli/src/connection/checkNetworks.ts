import { ApiError, type Client } from '@redoubt/client'
import { CHAIN_NAMES, type Chain } from '../subject/chains.ts'

/** What one scan of a network came to. `notOffered`: keys of this environment do not have the network. */
export type NetworkCheck = { chain: Chain; state: 'ok' | 'warning' | 'failed' | 'notOffered'; detail: string }

/** An account without code on every network. */
const UNUSED_ACCOUNT = '0x000000000000000000000000000000000000dEaD'
const DEADLINE_MS = 15_000

/**
 * Makes one small scan on each network, all at once: an execution needs endpoints of the right network, a fresh head, state and calls with
 * init code, and the service says which of them it did without.
 */
export function checkNetworks(client: Client, signal: AbortSignal): Promise<NetworkCheck[]> {
  return Promise.all(CHAIN_NAMES.map((chain) => checkNetwork(client, chain, signal)))
}

async function checkNetwork(client: Client, chain: Chain, signal: AbortSignal): Promise<NetworkCheck> {
  const body = { chain, from: UNUSED_ACCOUNT, to: UNUSED_ACCOUNT, options: { deadlineMs: DEADLINE_MS, explain: false } }
  const began = Date.now()
  try {
    const { blockNumber, complete, unknown, unavailable, simulation } = await client.scan.transaction(body, { signal })
    const at = `block ${blockNumber}, ${Date.now() - began} ms`
    if (simulation === null || unavailable.includes('simulation'))
      return { chain, state: 'failed', detail: `${at}; nothing can be executed. ${remedyOf(chain)}` }
    if (!complete)
      return {
        chain,
        state: 'warning',
        detail: `${at}; not known: ${[...unknown, ...unavailable].join(', ')}. ${remedyOf(chain)}`,
      }
    const without = unavailable.length === 0 ? '' : `; without ${unavailable.join(', ')}`
    return { chain, state: 'ok', detail: `${at}${without}` }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ApiError)) return { chain, state: 'failed', detail: String(error) }
    // The only member that can be wrong is the network.
    if (error.code === 'VALIDATION_ERROR') return { chain, state: 'notOffered', detail: error.message }
    const endpoints = error.code === 'UPSTREAM_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT'
    const remedy = endpoints ? ` ${remedyOf(chain)}` : ''
    return { chain, state: 'failed', detail: `${error.code}: ${error.message}${remedy}` }
  }
}

function remedyOf(chain: Chain): string {
  return `The operator sets ${chain.toUpperCase()}_RPC_URLS to nodes of this network that answer, follow its head and allow calls with init code and state overrides.`
}
