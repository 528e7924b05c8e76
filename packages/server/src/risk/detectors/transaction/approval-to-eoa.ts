import { defineDetector } from '../../detector.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
import { yourAsset } from '../../wording/yourAsset.ts'

export default defineDetector({
  id: 'approval-to-eoa',
  title: 'Approval to a personal wallet',
  why: 'Protocols spend approvals through contracts. An approval to a personal wallet lets one person take the tokens at any time; it is the most common form of approval phishing. A wallet with an EIP-7702 delegation has code and is still a person.',
  advice: 'Reject it. Send tokens to a person with a transfer; nobody needs your approval for that.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ operator, spenderAccount }) => !operator && spenderAccount.class.endsWith('eoa'))
      .map(({ token, symbol, spender, spenderAccount, after, unlimited, standard, tokenId, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is a personal wallet and may take ${unlimited ? 'all ' : ''}${yourAsset(symbol, token)} without asking again.`,
        evidence: {
          token,
          spender,
          spenderClass: spenderAccount.class,
          allowance: String(after),
          tokenId: tokenId === null ? null : String(tokenId),
          standard,
          shownBy,
        },
      })),
})
