import { attempt, type GetFact, Incomplete } from '../engine/gatherFacts.ts'
import type { Registration, TlsFact } from '../facts/domain.ts'
import type { Facts } from '../facts/facts.ts'
import { isSameServer } from './crossings.ts'

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

/** Returns the registration of the site that `data.url` names: the end of the redirects. Null when no registry answered. */
export function finalSiteRegistration({
  site,
  visit,
  registration,
  finalRegistration,
}: Partial<Facts>): Registration | null {
  const isElsewhere = visit !== undefined && visit.final.registrable !== site?.registrable
  return (isElsewhere ? finalRegistration : registration) ?? null
}

/** Certificate of the site that `data.url` names: where redirects end. Null while it is not known. */
export function finalSiteTls({ site, visit, tls, finalTls }: Partial<Facts>): TlsFact | null {
  const isElsewhere = visit !== undefined && site !== undefined && !isSameServer(site, visit.final)
  return (isElsewhere ? finalTls : tls) ?? null
}
