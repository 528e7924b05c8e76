import type { Registration } from '../facts/domain.ts'
import type { Facts } from '../facts.ts'

/** Returns the registration of the site that `data.url` names: the end of the redirects. Null when no registry answered. */
export function shownRegistration({
  site,
  visit,
  registration,
  finalRegistration,
}: Partial<Facts>): Registration | null {
  const isElsewhere = visit !== undefined && visit.final.registrable !== site?.registrable
  return (isElsewhere ? finalRegistration : registration) ?? null
}
