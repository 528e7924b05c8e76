import { dangerHit, dangerOf } from '../../contract/callers.ts'
import { defineDetector } from '../../detector.ts'
import { beneficiariesOf } from '../../message/parties.ts'
import { isExpired } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'signature-for-dangerous-contract',
  title: 'Signature for a dangerous contract',
  why: 'A signed permit, order, delegation or session is a power over your assets, used later and without another question. The contract scan found what the code or the owner of this contract can do with such a power.',
  advice: 'Do not sign it. If you signed the same before, revoke the allowance or cancel the order.',
  appliesTo: 'message',
  category: 'code',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['contractJudgements', 'message', 'intents', 'block'],
  detect: ({ contractJudgements, message, intents, block }) => {
    const current = intents.filter((intent) => !isExpired(intent, block))
    const parties = beneficiariesOf(current, message.account)
    return Object.values(contractJudgements).flatMap((judgement) => {
      const { address, account } = judgement
      const severity = dangerOf(judgement)
      const roles = parties.flatMap((party) => (party.address === address ? [party.role] : []))
      if (severity === null || roles.length === 0) return []
      const what = `The signature is for ${nameAccount(address, account)}, which ${roles.join(' and ')}`
      return [dangerHit(judgement, severity, { what, evidence: { roles } })]
    })
  },
})
