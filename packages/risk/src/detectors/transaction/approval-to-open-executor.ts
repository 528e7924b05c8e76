import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { describeAsset, yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-open-executor',
  title: 'Approval to an open executor contract',
  why: 'Contracts like Multicall3 or MultiSend execute any call for any caller. Any caller can therefore spend their allowances: `aggregate3` with one `transferFrom` is enough, and bots search for such approvals. An approval from before is told where the transaction calls such a contract, or brings what it covers.',
  advice: 'Reject it. If you have already approved it, revoke the approval at once.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants', 'openAllowances'],
  detect: ({ grants, openAllowances }) => [
    ...grants
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
    ...openAllowances.map(({ spenderAccount, token, allowance, operator, gained, ...held }) => {
      const name = nameAccount(spenderAccount.address, spenderAccount)
      const taken = describeAsset({ ...held, address: token, tokenId: null })
      return {
        // The transaction gives it nothing; what it brings is at risk at once.
        severity: gained ? ('critical' as const) : ('high' as const),
        description: `You approved ${name} before, and any account can spend through it. Any account can take ${taken} from you${gained ? ' after this transaction, which brings you more of it' : ''}.`,
        evidence: {
          token,
          spender: spenderAccount.address,
          allowance: String(allowance),
          operator,
          tokenId: null,
          standard: held.assetType,
          shownBy: 'storage',
        },
      }
    }),
  ],
})
