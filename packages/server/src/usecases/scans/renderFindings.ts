import type { Address } from '@redoubt/risk/address.ts'
import type { Evidence, Finding } from '@redoubt/risk/finding.ts'
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
