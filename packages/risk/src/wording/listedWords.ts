import type { Origin } from '../facts/origin.ts'
import type { Evidence } from '../finding.ts'

/** Why a site is to be kept away from: in one sentence, and as evidence. Its words are the lists’ own. */
export function listedWords({ url, host, listed }: Origin): { description: string; evidence: Evidence } {
  const lists = listed.map(
    ({ label, name, source, listedSince, matched }) =>
      `${label}${name === null ? '' : `: ${name}`} (${source}${listedSince === null ? '' : `, seen here since ${listedSince}`}; matched ${matched})`,
  )
  const sources = [...new Set(listed.map(({ source }) => source))]
  return {
    description: `The requesting site, ${host}, is on ${sources.length === 1 ? sources[0] : `${sources.length} lists`} as ${[...new Set(listed.map(({ label }) => label))].join(', ')}.`,
    evidence: { url, host, lists },
  }
}
