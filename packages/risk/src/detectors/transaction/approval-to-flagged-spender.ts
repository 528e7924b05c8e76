import { trustOf } from '../../accounts/trust.ts'
import { defineDetector } from '../../engine/detector.ts'
import { flagSeverity } from '../../engine/finding.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'
import { listsOf } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'approval-to-flagged-spender',
  title: 'Approval to a block-listed spender',
  why: 'The spender is on a list of scammers, drainers, hackers or sanctioned parties. It can take the full amount you approve at any time.',
  advice: 'Reject the transaction and leave the site that asked for it. Revoke earlier approvals to this address.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) => {
    const hits = grants
      .filter(({ spenderAccount }) => trustOf(spenderAccount) === 'flagged')
      .map(({ token, symbol, spender, spenderAccount, after, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is ${spenderAccount.sanctioned ? 'sanctioned' : 'listed as a scammer'} and may take ${yourAsset(symbol, token)}.`,
        severity: flagSeverity(spenderAccount),
        evidence: {
          token,
          spender,
          allowance: String(after),
          lists: listsOf(spenderAccount),
          shownBy,
        },
      }))
    const unlisted = grants.some(({ spenderAccount }) => spenderAccount.sanctioned === null)
    return hits.length === 0 && unlisted ? { unknown: ['sanctions'], decisive: false } : hits
  },
})
