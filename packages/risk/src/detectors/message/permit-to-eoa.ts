import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'permit-to-eoa',
  title: 'Permit for a personal wallet',
  why: 'Protocols spend permits through contracts. A permit for a personal wallet (EOA) needs no transaction of yours, costs nothing to ask for, and is the most common form of signature phishing (EIP-2612, Permit2). A wallet with an EIP-7702 delegation has code and still belongs to a person.',
  advice: 'Do not sign it. To pay a person, send the tokens with a transfer; a transfer needs no permit.',
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
      .filter(
        ({ spenderAccount }) =>
          spenderAccount.class !== 'contract' && !['listed', 'inconsistent'].includes(spenderKindOf(spenderAccount)),
      )
      .map((one) => ({
        description: `${nameAccount(one.spender, one.spenderAccount)} is a personal wallet and may take ${one.unlimited ? 'all ' : ''}${describeTakenAsset(one)}.`,
        evidence: { ...permissionEvidence(one), spenderClass: one.spenderAccount.class },
      }))
    return judged(hits, unknown)
  },
})
