import type { Chain } from '@redoubt/risk/chain.ts'
import type { EndpointStatus, NetworkReadiness } from '../http/ports.ts'
import { inTime } from '../lib/withTimeout.ts'

/** An answer stands for so many milliseconds: probes come from several machines. */
const KEPT_MS = 10_000

/**
 * Asks the networks whose endpoints the operator named for their newest block. Public endpoints are asked only where scans failed at them.
 * @param endpoints how they fared in scans.
 * @param ask null, or why the network cannot be read; rejects when scans cannot be loaded.
 */
export function createNetworkReadiness({
  offered,
  configured,
  endpoints,
  ask,
  timeoutMs,
}: {
  offered: readonly Chain[]
  configured: Readonly<Record<Chain, readonly string[]>>
  endpoints: () => Promise<readonly EndpointStatus[]>
  ask: (chain: Chain, signal: AbortSignal) => Promise<string | null>
  timeoutMs: number
}): () => Promise<NetworkReadiness[]> {
  let kept: { at: number; found: Promise<NetworkReadiness[]> } | null = null

  async function stateOf(chain: Chain): Promise<NetworkReadiness> {
    const own = configured[chain].length > 0
    const answered = own ? false : answeredOf(await endpoints(), chain)
    if (answered !== false) return { chain, own, state: answered === null ? 'not-asked' : 'ready', reason: null }
    const asked = ask(chain, AbortSignal.timeout(timeoutMs))
    const reason = await inTime(asked, timeoutMs, 'no answer in time').catch((error: unknown) => String(error))
    return { chain, own, state: reason === null ? 'ready' : 'unreachable', reason }
  }

  return () => {
    const now = Date.now()
    if (kept === null || Math.abs(now - kept.at) > KEPT_MS) kept = { at: now, found: Promise.all(offered.map(stateOf)) }
    return kept.found
  }
}

/** Whether the last reads of scans were answered; null: there was none. */
function answeredOf(statuses: readonly EndpointStatus[], of: Chain): boolean | null {
  const status = statuses.find(({ environment, chain }) => environment === 'live' && chain === of)
  if (status === undefined || status.endpoints.length === 0) return null
  if (status.endpoints.every(({ failures }) => failures > 0)) return false
  return status.head === null ? null : true
}
