import type { Chain } from '@redoubt/risk/chain.ts'
import type { NetworkReadiness } from '../http/ports.ts'
import { inTime } from '../lib/withTimeout.ts'

/** An answer stands for so many milliseconds: probes come from several machines. */
const KEPT_MS = 10_000

/**
 * Asks the networks whose endpoints the operator named for their newest block. Public endpoints are asked nothing.
 * @param ask null, or why the network cannot be read; rejects when scans cannot be loaded.
 */
export function createNetworkReadiness({
  offered,
  configured,
  ask,
  timeoutMs,
}: {
  offered: readonly Chain[]
  configured: Readonly<Record<Chain, readonly string[]>>
  ask: (chain: Chain, signal: AbortSignal) => Promise<string | null>
  timeoutMs: number
}): () => Promise<NetworkReadiness[]> {
  let kept: { at: number; found: Promise<NetworkReadiness[]> } | null = null

  async function stateOf(chain: Chain): Promise<NetworkReadiness> {
    if (configured[chain].length === 0) return { chain, state: 'not-asked', reason: null }
    const asked = ask(chain, AbortSignal.timeout(timeoutMs))
    const reason = await inTime(asked, timeoutMs, 'no answer in time').catch((error: unknown) => String(error))
    return { chain, state: reason === null ? 'ready' : 'unreachable', reason }
  }

  return () => {
    const now = Date.now()
    if (kept === null || Math.abs(now - kept.at) > KEPT_MS) kept = { at: now, found: Promise.all(offered.map(stateOf)) }
    return kept.found
  }
}
