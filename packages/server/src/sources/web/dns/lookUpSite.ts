import type { Guarded } from '../../../egress/guarded.ts'
import type { DnsFact } from '../../../risk/facts/domain.ts'
import type { SiteAddress } from '../../../risk/facts/site.ts'

const DEADLINE_MS = 4_000

/**
 * Asks DNS where a site is. Rejects with an EgressError when no name server answers: then nobody knows whether the name exists.
 */
export function createLookUpSite({ lookUp }: Pick<Guarded, 'lookUp'>, { deadlineMs = DEADLINE_MS } = {}) {
  return async (site: SiteAddress, signal: AbortSignal): Promise<DnsFact> => {
    const port = site.port ?? (site.scheme === 'https' ? 443 : 80)
    return await lookUp({ host: site.host, port, zone: site.registrable, deadlineMs, signal })
  }
}
