import type { Chain } from '@redoubt/risk/chain.ts'
import type { EndpointStatus, NetworkReadiness } from '../http/ports.ts'
import { inTime } from '../lib/withTimeout.ts'

/** A newest block; its timestamp in Unix seconds. */
type Head = { number: bigint; timestamp: bigint }

/** An answer stands for so many milliseconds: probes come from several machines. */
const KEPT_MS = 10_000

/**
 * Asks the networks whose endpoints the operator named for their newest block. Public endpoints are asked only where scans failed at them, or where the
 * newest block that a scan read is old.
 * @param endpoints how they fared in scans.
 * @param ask the newest block, or why it cannot be read; rejects when scans cannot be loaded.
 * @param now Unix milliseconds.
 */
export function createNetworkReadiness({
  offered,
  configured,
  endpoints,
  ask,
  maxHeadAgeSeconds,
  timeoutMs,
  now = Date.now,
}: {
  offered: readonly Chain[]
  configured: Readonly<Record<Chain, readonly string[]>>
  endpoints: () => Promise<readonly EndpointStatus[]>
  ask: (chain: Chain, signal: AbortSignal) => Promise<Head | string>
  maxHeadAgeSeconds: Readonly<Record<Chain, number | null>>
  timeoutMs: number
  now?: () => number
}): () => Promise<NetworkReadiness[]> {
  let kept: { at: number; found: Promise<NetworkReadiness[]> } | null = null

  async function stateOf(chain: Chain): Promise<NetworkReadiness> {
    const own = configured[chain].length > 0
    const read = own ? null : readBefore(await endpoints(), chain)
    if (read === 'nothing') return { chain, own, state: 'not-asked', reason: null }
    if (read !== null && read !== 'failed' && tooOld(chain, read) === null)
      return { chain, own, state: 'ready', reason: null }
    const asked = ask(chain, AbortSignal.timeout(timeoutMs))
    const head = await inTime(asked, timeoutMs, 'no answer in time').catch((error: unknown) => String(error))
    if (typeof head === 'string') return { chain, own, state: 'unreachable', reason: head }
    const reason = tooOld(chain, head)
    return { chain, own, state: reason === null ? 'ready' : 'behind', reason }
  }

  /** In a sentence for the log; null: it is not. */
  function tooOld(chain: Chain, { number, timestamp }: Head): string | null {
    const limit = maxHeadAgeSeconds[chain]
    const age = Math.round(now() / 1_000) - Number(timestamp)
    return limit === null || age <= limit ? null : `its newest block ${number} is ${age} s old, more than ${limit}`
  }

  return () => {
    const at = now()
    if (kept === null || Math.abs(at - kept.at) > KEPT_MS) kept = { at, found: Promise.all(offered.map(stateOf)) }
    return kept.found
  }
}

/** The newest block that scans read; `failed`: their last reads were not answered; `nothing`: there was none. */
function readBefore(statuses: readonly EndpointStatus[], of: Chain): Head | 'failed' | 'nothing' {
  const status = statuses.find(({ environment, chain }) => environment === 'live' && chain === of)
  if (status === undefined || status.endpoints.length === 0) return 'nothing'
  if (status.endpoints.every(({ failures }) => failures > 0)) return 'failed'
  // Failures of one account alone do not count in `failures`; an installation may have just one.
  return status.head ?? (status.calls.some(({ failed }) => failed > 0) ? 'failed' : 'nothing')
}
