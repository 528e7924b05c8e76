import { Resolver } from 'node:dns/promises'
import { EgressError } from './egressError.ts'
import { isPublicAddress } from './publicAddress.ts'

/** What net.connect wants to be told about a name. */
export type ResolvedAddress = { address: string; family: 4 | 6 }

/** Tried in turn; a name with more has more than a web site needs. */
const MAX_ADDRESSES = 8

/**
 * Looks a stranger's name up, and refuses it when any of its addresses is not public: a mixed answer is a trap, not an accident.
 * Asks the DNS servers directly: getaddrinfo would hold one of Node's four threads for as long as the stranger's server likes,
 * and would read the hosts file and append search domains, which name internal machines.
 * @throws EgressError `dns` or `blocked`; the reason of `signal`.
 */
export async function resolvePublic(
  host: string,
  signal: AbortSignal,
  nameServers?: readonly string[],
): Promise<ResolvedAddress[]> {
  signal.throwIfAborted()
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (nameServers !== undefined) resolver.setServers(nameServers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    signal.throwIfAborted()
    const found: ResolvedAddress[] = [
      ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 as const })),
      ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 as const })),
    ]
    if (found.length === 0) {
      const code = v4.status === 'rejected' ? (v4.reason as { code?: unknown }).code : 'no address'
      throw new EgressError('dns', `${host}: the name could not be resolved (${code}).`)
    }
    if (found.some(({ address }) => !isPublicAddress(address))) {
      // Not the address itself: who asked may be a stranger, and internal addresses are none of their business.
      throw new EgressError(
        'blocked',
        `${host}: the name leads to an address that is not public. If it is meant to be reached, add it with its port to EGRESS_ALLOW.`,
      )
    }
    return found.slice(0, MAX_ADDRESSES)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
