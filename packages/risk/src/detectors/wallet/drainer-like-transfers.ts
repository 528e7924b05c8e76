import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import { MAX_PULLS } from '../../wallet/pullsOf.ts'

export default defineDetector({
  id: 'drainer-like-transfers',
  title: 'Drainer-like token transfers',
  why: 'The account called transferFrom on tokens and moved them from several wallets to itself, with nothing in return. Shops and subscriptions collect their fees like that; drainers do too, and leave their victims nothing.',
  advice: 'Do not approve any token for it, and revoke your existing approvals for it.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  needs: ['subject', 'walletActivity'],
  detect: ({ subject, walletActivity: { pulled } }) => {
    if (trustOf(subject) === 'known') return 'not-applicable'
    const { owners, hashes, emptied } = pulled
    if (owners.length < SEVERAL) return []
    const left = emptied !== null && emptied > 0 ? `; ${emptied} of them had almost nothing left` : ''
    return [
      {
        severity: severityOf(owners.length, emptied),
        description: `This account took tokens from ${owners.length} accounts through their approvals and paid nothing for them${left}.`,
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

/** Percent of the examined owners: a few customers of a shop spend their last tokens, most victims lose all. */
const FEW_PERCENT = 25
const MAJORITY_PERCENT = 50

/** Judges by emptied owners: a victim loses all, a customer keeps most of it. */
function severityOf(owners: number, emptied: number | null): Severity {
  if (emptied === null) return 'medium'
  const percent = (100 * emptied) / Math.min(owners, MAX_PULLS)
  if (percent < FEW_PERCENT) return 'info'
  if (percent < MAJORITY_PERCENT) return owners >= MANY ? 'medium' : 'low'
  if (emptied >= MANY) return 'critical'
  return emptied >= SEVERAL ? 'high' : 'medium'
}
