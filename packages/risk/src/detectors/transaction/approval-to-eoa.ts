import { isContractLabelWithoutCode } from '../../accounts/contractLabelWithoutCode.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'approval-to-eoa',
  title: 'Token approval to a personal wallet',
  why: 'Protocols spend approvals through contracts. An approval to a personal wallet (EOA) lets one person take the tokens at any time; it is the most common form of approval phishing. A wallet with an EIP-7702 delegation has code and still belongs to a person.',
  advice: 'Reject it. To pay a person, send the tokens with a transfer; a transfer needs no approval.',
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
        ({ operator, spenderAccount }) =>
          !operator && spenderAccount.class.endsWith('eoa') && !isContractLabelWithoutCode(spenderAccount),
      )
      .map(({ token, symbol, spender, spenderAccount, after, unlimited, standard, tokenId, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)} is a personal wallet and may take ${unlimited ? 'all ' : ''}${yourAsset(symbol, token)} without asking you again.`,
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
