import { isContractLabelWithoutCode } from '../../accounts/contractLabelWithoutCode.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'operator-approval-to-eoa',
  title: 'Whole-collection approval to a personal wallet',
  why: 'With `setApprovalForAll` (ERC-721, ERC-1155) or `setOperator` (ERC-6909) the operator can move all that you hold in the collection or contract, now and later. Phishing depends on this call.',
  advice: 'Reject it. Marketplaces ask for it only for their own well-known contracts.',
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
          operator && spenderAccount.class.endsWith('eoa') && !isContractLabelWithoutCode(spenderAccount),
      )
      .map(({ token, symbol, spender, spenderAccount, standard, shownBy }) => ({
        description: `${nameAccount(spender, spenderAccount)}, a personal wallet, may take all of ${yourAsset(symbol, token)}, now and later.`,
        evidence: { token, operator: spender, operatorClass: spenderAccount.class, standard, shownBy },
      })),
})
