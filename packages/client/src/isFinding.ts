import type { EvidenceById, Finding } from './api.generated.ts'

/** Ids of detectors. The service may know newer ones. */
export type DetectorId = Extract<keyof EvidenceById, string>

/** A finding of one detector, with its evidence. */
export type FindingOf<Id extends DetectorId> = Omit<Finding, 'id' | 'evidence'> & {
  id: Id
  evidence: NonNullable<EvidenceById[Id]>
}

/**
 * Returns whether a finding is of this detector, and types its evidence.
 * @example if (isFinding(warning, 'asset-drain-through-approvals')) console.log(warning.evidence.takers)
 */
export function isFinding<Id extends DetectorId>(finding: Finding, id: Id): finding is Finding & FindingOf<Id> {
  return finding.id === id
}
