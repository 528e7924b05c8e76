import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Severity } from '../../engine/finding.ts'
import type { ApprovalPull } from '../../facts/minedFacts.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset } from '../../wording/assetNames.ts'

/** Percent of a holding whose loss leaves hardly anything. */
const EMPTIED_PERCENT = 90n

export default defineDetector({
  id: 'tokens-taken-through-approvals',
  title: 'Tokens taken through existing approvals',
  why: 'The tokens left accounts that neither sent nor signed this transaction: the spender used their earlier approvals, and nothing came back. Drainers collect tokens like this and leave nothing. Fees, wages and exchanges use approvals too: they leave something, or pay for what they take.',
  advice:
    'If the tokens were yours, revoke your approval for this spender. Do not credit the payment before you know its origin.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'seizure',
  needs: ['mined', 'approvalPulls', 'transaction'],
  detect: ({ mined, approvalPulls, transaction }) => {
    if (!mined) return 'not-applicable'
    return approvalPulls.flatMap((pulled) => {
      const severity = severityOf(pulled, transaction.from)
      if (severity === null) return []
      const { owner, spender, loss } = pulled
      return [
        {
          severity,
          description: `${nameAccount(spender.address, spender)} took ${describeAsset(loss)} of ${nameAccount(owner.address, owner)}, which did not sign this transaction and got nothing of value back.`,
          evidence: {
            owner: owner.address,
            spender: spender.address,
            token: loss.address,
            amount: String(loss.amount),
            heldBefore: loss.before === null ? null : String(loss.before),
            takers: loss.takers,
          },
        },
      ]
    })
  },
})

/** Returns null for business: paid for, or done by a named service. */
function severityOf({ spender, loss }: ApprovalPull, sender: string): Severity | null {
  const kind = spenderKindOf(spender)
  if (kind === 'listed') return 'critical'
  if (loss.returned === 'value' || kind === 'protocol' || kind === 'token' || kind === 'pool') return null
  const { before, amount, takers } = loss
  const isEmptied = before !== null && amount * 100n >= before * EMPTIED_PERCENT
  // A return without a price may be a receipt, or worthless.
  if (isEmptied) return loss.returned === 'unpriced' ? 'medium' : 'high'
  const isForHimself = takers.some((taker) => taker === spender.address || taker === sender)
  return kind === 'eoa' && isForHimself && loss.returned === 'nothing' ? 'medium' : 'low'
}
