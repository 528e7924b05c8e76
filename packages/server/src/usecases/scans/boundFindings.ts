import type { Finding } from '@redoubt/risk/finding.ts'

/** Findings of one kind in an answer; further ones are of no use to a reader. */
const MAX_OF_A_KIND = 20

/** The findings with at most 20 of each kind, the first of them: the last that is shown says how many more there are. */
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
    return [{ ...finding, description: `${finding.description} There are ${more} more like it.` }]
  })
}
