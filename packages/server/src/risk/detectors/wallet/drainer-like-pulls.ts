import { defineDetector } from '../../detector.ts'
import type { Severity } from '../../finding.ts'
import { standingOf } from '../../standing.ts'

export default defineDetector({
  id: 'drainer-like-pulls',
  title: 'It takes tokens out of other people’s accounts',
  why: 'It called transferFrom on tokens and so moved them from several accounts to itself, with nothing in return. Shops and subscriptions collect their fees like that; drainers do too, and leave their victims nothing.',
  advice: 'Do not approve anything for it, and revoke what you have approved.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  needs: ['subject', 'walletActivity'],
  detect: ({ subject, walletActivity: { pulled } }) => {
    if (standingOf(subject) === 'known') return 'not-applicable'
    const { owners, hashes, emptied } = pulled
    if (owners.length < SEVERAL) return []
    const left = emptied !== null && emptied > 0 ? `; ${emptied} of them had hardly anything left` : ''
    return [
      {
        severity: severityOf(owners.length, emptied),
        description: `It took tokens from ${owners.length} accounts with their approvals and paid nothing for them${left}.`,
        evidence: {
          owners: owners.slice(0, SHOWN),
          emptied,
          accounts: owners.length,
          transactions: hashes.slice(0, SHOWN),
        },
      },
    ]
  },
})

/** One or two may be a person's own other wallets. */
const SEVERAL = 3
const MANY = 5
const SHOWN = 10

/** Somebody who loses all was robbed; somebody who loses a part may have paid a fee. */
function severityOf(owners: number, emptied: number | null): Severity {
  if (emptied === null) return 'medium'
  if (emptied >= MANY) return 'critical'
  if (emptied >= SEVERAL) return 'high'
  return owners >= MANY ? 'medium' : 'low'
}
