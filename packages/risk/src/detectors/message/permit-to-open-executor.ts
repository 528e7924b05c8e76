import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'permit-to-open-executor',
  title: 'Permit for an open executor contract',
  why: 'Contracts like Multicall3 or MultiSend execute any call for any caller. Any caller can therefore use your permit, and bots search for such permits.',
  advice: 'Do not sign it.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'approval',
  decisive: true,
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'open-executor')
      .map((one) => ({
        description: `${nameAccount(one.spender, one.spenderAccount)} executes any call for any caller, so the first caller can take ${describeTakenAsset(one)}.`,
        evidence: permissionEvidence(one),
      }))
    return judged(hits, unknown)
  },
})
