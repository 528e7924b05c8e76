import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { nameAsset } from '../../wording/nameAsset.ts'

export default defineDetector({
  id: 'approval-to-flagged-spender',
  title: 'Approval to a known scammer',
  why: 'The spender is on a list of scammers, drainers or hackers. Any approval, however small, is theirs to use.',
  advice: 'Reject the transaction and leave the site that asked for it. Revoke earlier approvals to this address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ spenderAccount }) => standingOf(spenderAccount) === 'flagged')
      .map(({ token, symbol, spender, spenderAccount, after, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is listed as a scammer and may take your ${nameAsset(symbol, token)}.`,
        evidence: {
          token,
          spender,
          allowance: String(after),
          lists: spenderAccount.labels.map(({ name, category, source }) => `${category}: ${name} (${source})`),
          shownBy,
        },
      })),
})
