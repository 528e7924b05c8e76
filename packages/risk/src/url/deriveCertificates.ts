import type { Facts } from '../facts.ts'
import { attempt, type GetFact, Incomplete } from '../gatherFacts.ts'

/**
 * The certificate of the site that was asked for, and of the one where redirects lead when that is another: a link that hides where it
 * leads hides no certificate. In part when one of them, or where it leads, is not known.
 */
export async function deriveCertificates(
  get: GetFact,
): Promise<Facts['certificates'] | Incomplete<Facts['certificates']>> {
  const [site, own, visit, final] = await Promise.all([
    get('site'),
    attempt(get, 'tls'),
    attempt(get, 'visit'),
    attempt(get, 'finalTls'),
  ])
  const ends: Facts['certificates'] = [
    ...(own.value ? [{ site, tls: own.value }] : []),
    ...(visit.value && final.value ? [{ site: visit.value.final, tls: final.value }] : []),
  ]
  const missing = own.missing ?? final.missing
  return missing ? new Incomplete(ends, missing) : ends
}
