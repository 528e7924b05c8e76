import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'
import { yourAsset } from '../../wording/assetNames.ts'

export default defineDetector({
  id: 'unlimited-approval-to-protocol',
  title: 'Unlimited approval to a known protocol',
  why: 'Unlimited approvals are common and convenient. If an attacker exploits the protocol, all approved tokens are exposed: several exploits took funds from open approvals, not from deposits.',
  advice: 'Approve only the amount of this trade, or revoke the approval afterwards.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  family: 'approval',
  needs: ['grants'],
  detect: ({ grants }) =>
    grants
      .filter(({ unlimited, spenderAccount }) => unlimited && spenderKindOf(spenderAccount) === 'protocol')
      .map(({ token, symbol, spender, spenderAccount, standard, operator }) => ({
        description: `${nameAccount(spender, spenderAccount)} may take all ${yourAsset(symbol, token)}, now and later.`,
        evidence: { token, spender, standard, operator },
      })),
})
