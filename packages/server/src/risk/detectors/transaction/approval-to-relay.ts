import { defineDetector } from '../../detector.ts'
import { spenderKindOf } from '../../spenderKind.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { yourAsset } from '../../wording/yourAsset.ts'

export default defineDetector({
  id: 'approval-to-relay',
  title: 'Approval to a contract that anybody commands',
  why: 'Contracts like Multicall3 or MultiSend make whatever calls anybody asks of them. What they may take, everybody may take: `aggregate3` with one `transferFrom` is enough, and bots look for such approvals.',
  advice: 'Reject it. If it has happened, revoke the approval at once.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'relay')
      .map(({ token, symbol, spender, spenderAccount, after, operator, standard, tokenId, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} makes any call that anybody asks of it, so whoever comes first may take ${yourAsset(symbol, token)}.`,
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
