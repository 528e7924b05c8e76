import type { Address } from '@redoubt/risk/address.ts'
import type { Evidence, Finding } from '@redoubt/risk/engine/finding.ts'
import type { Origin } from '@redoubt/risk/facts/origin.ts'
import { getAddress } from 'viem/utils'

/** A spelling with capitals comes from the caller (a failed checksum, say) and is evidence as it stands. */
const LOWER_CASE_ADDRESS = /\b0x[0-9a-f]{40}\b/g

/** The findings with the addresses of their evidence in EIP-55: detectors compare, and so see, lower case only. */
export function renderFindings(findings: readonly Finding[]): Finding[] {
  return findings.map((finding) => ({ ...finding, evidence: checksummedEvidence(finding.evidence) }))
}

/** Evidence with its addresses in EIP-55. */
export function checksummedEvidence(evidence: Evidence): Evidence {
  return Object.fromEntries(
    Object.entries(evidence).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(checksummed) : typeof value === 'string' ? checksummed(value) : value,
    ]),
  ) as Evidence
}

function checksummed(text: string): string {
  return text.replace(LOWER_CASE_ADDRESS, (address) => getAddress(address as Address))
}

/** Findings of one kind in an answer; further ones are of no use to a reader. */
const MAX_OF_A_KIND = 20

/** The findings with at most 20 of each kind, the first of them: the last that is shown says how many more there are, and has their impacts. */
export function boundFindings(findings: readonly Finding[]): Finding[] {
  const count = new Map<string, number>()
  for (const { id } of findings) count.set(id, (count.get(id) ?? 0) + 1)
  const seen = new Map<string, number>()
  return findings.flatMap((finding) => {
    const place = (seen.get(finding.id) ?? 0) + 1
    seen.set(finding.id, place)
    if (place > MAX_OF_A_KIND) return []
    const more = (count.get(finding.id) ?? 0) - MAX_OF_A_KIND
    if (place < MAX_OF_A_KIND || more <= 0) return [finding]
    const left = findings.filter(({ id }) => id === finding.id).slice(MAX_OF_A_KIND)
    const impact = left.reduce((sum, one) => sum + one.impact, finding.impact)
    return [{ ...finding, description: `${finding.description} There are ${more} more like it.`, impact }]
  })
}

export type RenderedOrigin = Pick<Origin, 'url' | 'host' | 'listed' | 'official' | 'lexical'> &
  Required<Pick<Origin, 'likenesses' | 'scanned'>>

/** The `origin` of an answer: how the site that asks is known, and what its name looks like. */
export function renderOrigin({
  url,
  host,
  listed,
  official,
  lexical,
  likenesses = [],
  scanned = null,
}: Origin): RenderedOrigin {
  return { url, host, listed, official, lexical, likenesses, scanned }
}
