import type { Facts } from '../facts.ts'
import { attempt, type GetFact, Incomplete } from '../gatherFacts.ts'

/**
 * The registration of the site that was asked for, and of the one where redirects lead when that is another: a link that hides where it
 * leads hides no registration. In part when one of them, or where it leads, is not known.
 */
export async function deriveRegistrations(
  get: GetFact,
): Promise<Facts['registrations'] | Incomplete<Facts['registrations']>> {
  const [site, own, visit, final] = await Promise.all([
    get('site'),
    attempt(get, 'registration'),
    attempt(get, 'visit'),
    attempt(get, 'finalRegistration'),
  ])
  const elsewhere = visit.value && visit.value.final.registrable !== site.registrable ? visit.value.final : null
  const ends: Facts['registrations'] = [
    ...(own.missing ? [] : [{ site, registration: own.value }]),
    ...(elsewhere && !final.missing ? [{ site: elsewhere, registration: final.value }] : []),
  ]
  const missing = own.missing ?? final.missing
  return missing ? new Incomplete(ends, missing) : ends
}
