import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-token-contract',
  title: 'Approval to a token contract',
  why: 'An ordinary token needs no approval over other tokens: this is a mistake, or a trap behind a familiar name. The token’s issuer may be able to use the approval, now or after an upgrade.',
  advice: 'Reject it and check which contract you meant: the exchange, not the token.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'token')
      .map(({ token, symbol, spender, spenderAccount, after, standard, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is a token, not an exchange, and may take ${yourAsset(symbol, token)}.`,
        evidence: { token, spender, allowance: String(after), standard, shownBy },
      })),
})
