import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-open-executor',
  title: 'Approval to an open executor contract',
  why: 'Contracts like Multicall3 or MultiSend execute any call for any caller. Any caller can therefore spend their allowances: `aggregate3` with one `transferFrom` is enough, and bots search for such approvals.',
  advice: 'Reject it. If you have already approved it, revoke the approval at once.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'open-executor')
      .map(({ token, symbol, spender, spenderAccount, after, operator, standard, tokenId, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} executes any call for any caller, so the first caller can take ${yourAsset(symbol, token)}.`,
        evidence: {
          token,
          spender,
          allowance: String(after),
          operator,
          tokenId: tokenId === null ? null : String(tokenId),
          standard,
          shownBy,
        },
      })),
})
