import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameUnknownContract } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'unlimited-approval-to-unknown-contract',
  title: 'Unlimited approval to an unknown contract',
  why: 'The contract can take every token of this kind that you hold, now and later, without asking again. Drainers ask for exactly this (EIP-20 `approve`; the approval lasts until you revoke it).',
  advice: 'Reject it, or approve only the amount of this one trade, after checking the contract with its project.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(
        ({ unlimited, operator, spenderAccount }) =>
          unlimited && !operator && spenderKindOf(spenderAccount) === 'unknown',
      )
      .map(({ token, symbol, spender, spenderAccount, after, standard, shownBy }) => ({
        description: `${nameUnknownContract(spenderAccount)} may take all ${yourAsset(symbol, token)}, now and later.`,
        evidence: { token, spender, allowance: String(after), standard, shownBy },
      })),
})
