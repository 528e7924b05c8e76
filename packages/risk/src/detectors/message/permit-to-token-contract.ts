import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'permit-to-token-contract',
  title: 'Permit for a token or pool',
  why: 'Tokens and pools need no permit over your tokens; the exchange’s router does. This is a mistake, or a trap behind a familiar name.',
  advice: 'Do not sign it; check which contract you meant.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'high',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions.flatMap((one) => {
      const kind = spenderKindOf(one.spenderAccount)
      if (kind !== 'token' && kind !== 'pool') return []
      return [
        {
          description: `${nameAccount(one.spender, one.spenderAccount)} is a ${kind}, not an exchange, and may take ${describeTakenAsset(one)}.`,
          evidence: { ...permissionEvidence(one), spenderIs: kind },
        },
      ]
    })
    return judged(hits, unknown)
  },
})
