import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { DnsFact } from '@redoubt/risk/facts/domain.ts'
import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import { createControlNames } from './controlNames.ts'

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
