import type { FactName } from '../../risk/facts.ts'
import type { GatheredFacts } from '../../risk/gatherFacts.ts'
import { shownRegistration } from './shownRegistration.ts'

/** Members of the answer that a fact decides: unknown with it. A fact that none shows goes by its own name. */
const MEMBERS_OF: Partial<Record<FactName, readonly string[]>> = {
  standing: ['listed', 'official'],
  dns: [],
  tls: ['sslStatus', 'certificate'],
  registration: ['domainAge', 'whois'],
  visit: ['finalUrl', 'redirectCount', 'redirects'],
  page: ['content'],
  hopStandings: ['redirects'],
  browsing: ['browser'],
}

/** Follow from facts that are named themselves. */
const BOTH_ENDS = ['certificates', 'registrations']

/**
 * `data.unknown`: what could not be learned, in whole or in part. Named as the answer's members, whether or not they were asked for;
 * a fact that none shows (`contactStandings`) by its own name. Sorted, each once.
 */
export function unknownOfUrl({ facts, missing, incomplete }: GatheredFacts): string[] {
  const { finalTls, finalRegistration, certificates: _, registrations: __, ...others } = missing
  const absent = Object.keys(others) as FactName[]
  // While it is not known where redirects lead, the answer describes the scanned site.
  if (finalTls && finalTls.root !== 'visit') absent.push('tls')
  if (finalRegistration && finalRegistration.root !== 'visit') absent.push('registration')
  const names = new Set(absent.flatMap((name) => MEMBERS_OF[name] ?? [name]))
  // Without lists it is still known whose official domain it is.
  for (const name of Object.keys(incomplete).filter((one) => !BOTH_ENDS.includes(one)))
    names.add(name === 'standing' ? 'listed' : name)
  if (!facts.visit?.ipAddress && !facts.dns && facts.site?.ip == null) names.add('ipAddress')
  if (shownRegistration(facts)?.registeredAt === null) names.add('domainAge')
  return [...names].sort()
}
