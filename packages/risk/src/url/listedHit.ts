import type { SiteTrust } from '../facts/site.ts'
import type { Evidence, Severity } from '../finding.ts'

/** A mixer steals nothing from visitors; every other kind of listed site does. */
const MILD = 'mixer'

/**
 * Why a site is to be kept away from, in the lists’ own words: label, name, list, since when it is seen there, and which part of the
 * address matched.
 * @param host that is listed; `listed` is not empty.
 */
export function listedHit(
  host: string,
  { listed }: Pick<SiteTrust, 'listed'>,
): { severity: Severity; description: string; evidence: Evidence } {
  const lists = listed.map(
    ({ label, name, source, listedSince, matched }) =>
      `${label}${name === null ? '' : `: ${name}`} (${source}${listedSince === null ? '' : `, seen here since ${listedSince}`}; matched ${matched})`,
  )
  const sources = [...new Set(listed.map(({ source }) => source))]
  const labels = [...new Set(listed.map(({ label }) => label))]
  return {
    severity: labels.every((label) => label === MILD) ? 'high' : 'critical',
    description: `${host} is on ${sources.length === 1 ? sources[0] : `${sources.length} lists`} as ${labels.join(', ')}.`,
    evidence: { host, lists },
  }
}
