import type { Registration } from '../facts/domain.ts'
import type { Facts } from '../facts.ts'

/** Registration of the site that `data.url` names: where redirects end. Null when nobody says. */
export function shownRegistration({
  site,
  visit,
  registration,
  finalRegistration,
}: Partial<Facts>): Registration | null {
  const isElsewhere = visit !== undefined && visit.final.registrable !== site?.registrable
  return (isElsewhere ? finalRegistration : registration) ?? null
}
