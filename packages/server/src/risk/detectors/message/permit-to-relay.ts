import { defineDetector } from '../../detector.ts'
import { judged } from '../../message/judged.ts'
import { permissionEvidence } from '../../message/permissionEvidence.ts'
import { permissionsOf } from '../../message/permissionsOf.ts'
import { takenAsset } from '../../message/takenAsset.ts'
import { spenderKindOf } from '../../spenderKind.ts'
import { nameAccount } from '../../wording/nameAccount.ts'
export default defineDetector({
  id: 'permit-to-relay',
  title: 'A signed permission for a contract that anybody commands',
  why: 'Contracts like Multicall3 or MultiSend make whatever calls anybody asks of them. What they may take, everybody may take, and bots look for such permissions.',
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
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'relay')
      .map((one) => ({
        description: `${nameAccount(one.spender, one.spenderAccount)} makes any call that anybody asks of it, so whoever comes first may take ${takenAsset(one)}.`,
        evidence: permissionEvidence(one),
      }))
    return judged(hits, unknown)
  },
})
