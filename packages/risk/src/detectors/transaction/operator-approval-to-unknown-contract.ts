import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameUnknownContract } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'operator-approval-to-unknown-contract',
  title: 'Whole-collection approval to an unknown contract',
  why: 'With `setApprovalForAll` (ERC-721, ERC-1155) or `setOperator` (ERC-6909) the operator can move all that you hold in the collection or contract, now and later. Phishing depends on this call.',
  advice: 'Reject it. Marketplaces ask for it only for their own well-known contracts.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['grants', 'consentingSpenders'],
  detect: ({ grants, consentingSpenders }) =>
    grants
      .filter(
        ({ operator, spenderAccount }) => operator && ['unknown', 'listed'].includes(spenderKindOf(spenderAccount)),
      )
      .map(({ token, symbol, spender, spenderAccount, standard, shownBy }) => ({
        // An operator cannot be approved for less: what its code lets others do decides.
        severity: consentingSpenders.includes(spender) ? 'medium' : 'critical',
        description: `${nameUnknownContract(spenderAccount)} may take all of ${yourAsset(symbol, token)}, now and later.${
          consentingSpenders.includes(spender)
            ? ' Its code was executed: no path moves it to others without a call, listing or signature of its owner.'
            : ''
        }`,
        evidence: {
          token,
          operator: spender,
          consenting: consentingSpenders.includes(spender),
          operatorClass: spenderAccount.class,
          standard,
          shownBy,
        },
      })),
})
