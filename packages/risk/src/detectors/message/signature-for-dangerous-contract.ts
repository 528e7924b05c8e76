import { dangerHit, dangerOf, powerDangerOf } from '../../contract/callers.ts'
import { defineDetector } from '../../engine/detector.ts'
import { beneficiariesOf } from '../../message/parties.ts'
import { isExpired } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'

/** Roles of a party that the signature gives lasting power; one that only checks or is named gains none by itself. */
const POWERS: ReadonlySet<string> = new Set([
  'may take tokens',
  'may act for the account',
  'becomes the code of the account',
])

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
      const roles = parties.flatMap((party) => (party.address === address ? [party.role] : []))
      const severity = roles.some((role) => POWERS.has(role)) ? powerDangerOf(judgement) : dangerOf(judgement)
      if (severity === null || roles.length === 0) return []
      const what = `The signature is for ${nameAccount(address, account)}, which ${roles.join(' and ')}`
      return [dangerHit(judgement, severity, { what, evidence: { roles } })]
    })
  },
})
