import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'permit-to-protocol',
  title: 'Permit for a known protocol',
  why: 'Permits for protocols are common and convenient. If an attacker exploits the protocol, the permitted amount is exposed for as long as the permit lasts.',
  advice: 'Sign for the amount of this trade only, with a short expiry.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'info',
  confidence: 'high',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'protocol')
      .map((one) => ({
        description: `${nameAccount(one.spender, one.spenderAccount)} may take ${one.unlimited ? 'all ' : ''}${describeTakenAsset(one)}${one.unlimited ? '' : ' up to the signed amount'}.`,
        evidence: permissionEvidence(one),
      }))
    return judged(hits, unknown)
  },
})
