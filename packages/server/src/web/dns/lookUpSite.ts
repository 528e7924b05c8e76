import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { DnsFact } from '@redoubt/risk/facts/domain.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'

/** Milliseconds for which one answer is relied on. */
const RELIED_ON_MS = 60_000

const CONTROL_DEADLINE_MS = 3_000

const HTTPS = 443

const DEADLINE_MS = 4_000

export type LookUpSiteOptions = {
  /** Names that resolve while DNS works. */
  controlNames: readonly string[]
  deadlineMs?: number
  /** Milliseconds of any clock. */
  now?: () => number
}

/**
 * Asks DNS where a site is. That a name does not exist is believed only while a control name resolves: resolvers that are cut off
 * answer NXDOMAIN too. Rejects with an EgressError when no name server answers, or none can be believed.
 */
export function createLookUpSite(
  { lookUp }: Pick<Guarded, 'lookUp'>,
  { controlNames, deadlineMs = DEADLINE_MS, now }: LookUpSiteOptions,
) {
  const dnsWorks = createControlNames({ lookUp }, controlNames, now)
  return async (site: SiteAddress, signal: AbortSignal): Promise<DnsFact> => {
    const port = site.port ?? (site.scheme === 'https' ? 443 : 80)
    const found = await lookUp({ host: site.host, port, zone: site.registrable, deadlineMs, signal })
    if (!found.exists && !(await dnsWorks()))
      throw new EgressError('dns', `${site.host}: DNS resolves no control name either, so it may exist.`)
    return found
  }
}

/**
 * Tells whether DNS works: whether one of the names, which always resolve, resolves now. Shared by all scans and asked at most once a
 * minute, only when a scan wants to know.
 * @param names of different operators, so that the outage of one is no outage of DNS.
 * @param now milliseconds of any clock.
 */
function createControlNames(
  { lookUp }: Pick<Guarded, 'lookUp'>,
  names: readonly string[],
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let known: { at: number; resolves: Promise<boolean> } | undefined
  const resolves = async (host: string) => {
    const { addresses, notPublic } = await lookUp({
      host,
      port: HTTPS,
      zone: null,
      deadlineMs: CONTROL_DEADLINE_MS,
    })
    if (addresses.length === 0 && !notPublic) throw new Error('the control name has no address')
    return true
  }
  return () => {
    if (known === undefined || now() - known.at >= RELIED_ON_MS)
      known = { at: now(), resolves: Promise.any(names.map(resolves)).catch(() => false) }
    return known.resolves
  }
}
