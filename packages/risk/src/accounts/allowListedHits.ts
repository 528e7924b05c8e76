import type { Verdict } from '../engine/detector.ts'
import type { Account } from '../facts/account.ts'
import { quote } from '../wording/accountNames.ts'

/** Points that the operator's word takes off, see docs/SCORING.md. */
const CREDIT = 15

/** The operator's good word for an account; it never stands against a sanction. */
export function allowListedHits(subject: Account): Verdict {
  const { address, allowed = null, sanctioned } = subject
  if (sanctioned === true) return 'not-applicable'
  if (allowed === null) return []
  return [
    {
      credit: CREDIT,
      description: `This address has been on the operator’s allow list since ${allowed.since}${allowed.note === null ? '' : `: ${quote(allowed.note)}`}.`,
      evidence: { address, since: allowed.since, note: allowed.note },
    },
  ]
}
