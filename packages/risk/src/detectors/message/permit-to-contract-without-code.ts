import { contractLabelOf } from '../../accounts/contractLabelWithoutCode.ts'
import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'permit-to-contract-without-code',
  title: 'Permit to a contract without code here',
  why: 'The spender is a well-known contract by its address, and this network shows no code there. Either the contract is not deployed on this network, or the node’s answer is wrong. Later code at the address can use the permit.',
  advice: 'Check the network in your wallet. Do not sign it if the service does not run on it.',
  appliesTo: 'message',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const hits = permissions
      .filter(({ spenderAccount }) => spenderKindOf(spenderAccount) === 'inconsistent')
      .map((one) => ({
        description: `${shortAddress(one.spender)} is labelled “${contractLabelOf(one.spenderAccount)?.name}”, a contract, and has no code on this network.`,
        evidence: { ...permissionEvidence(one), spenderClass: one.spenderAccount.class },
      }))
    return judged(hits, unknown)
  },
})
