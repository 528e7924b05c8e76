import { defineDetector } from '../../detector.ts'
import { standingOf } from '../../standing.ts'
import { describeAsset } from '../../wording/formatAmount.ts'
import { nameAccount } from '../../wording/nameAccount.ts'

export default defineDetector({
  id: 'bounded-approval-to-unknown-contract',
  title: 'Approval to an unknown contract',
  why: 'The contract may take the approved amount at any time. The amount is bounded, so the possible loss is too.',
  advice: 'Check that the amount is what you mean to spend and that the contract belongs to the project you use.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'low',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ unlimited, spenderAccount }) => !unlimited && spenderAccount.class === 'contract')
      .filter(({ spenderAccount }) => ['unknown', 'person'].includes(standingOf(spenderAccount)))
      .map(({ token, symbol, decimals, tokenId, spender, spenderAccount, after, standard, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)}, a contract that nobody we know has named, may take ${describeAsset({ assetType: 'erc20', address: token, symbol, decimals, tokenId, amount: after })}.`,
        evidence: { token, spender, allowance: String(after), standard, shownBy },
      })),
})
