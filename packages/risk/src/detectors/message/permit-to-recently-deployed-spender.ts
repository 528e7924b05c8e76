import { spenderKindOf } from '../../accounts/spenderKind.ts'
import { defineDetector } from '../../engine/detector.ts'
import { judged } from '../../message/parties.ts'
import { describeTakenAsset, permissionEvidence, permissionsOf } from '../../message/permissions.ts'
import { nameAccount } from '../../wording/accountNames.ts'
export default defineDetector({
  id: 'permit-to-recently-deployed-spender',
  title: 'Permit for a recently deployed contract',
  why: 'Drainers deploy a new contract for each campaign, because the old one is soon on every block list. A new spender has no history to judge.',
  advice: 'Wait, or sign only for the amount of this one trade, after checking the contract with its project.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'approval',
  needs: ['message', 'intents', 'named', 'block'],
  detect: ({ message, intents, named, block }) => {
    const { permissions, unknown } = permissionsOf({ message, intents, named, block })
    const contracts = permissions.filter(({ spenderAccount }) =>
      ['unknown', 'listed'].includes(spenderKindOf(spenderAccount)),
    )
    const ageless = contracts.filter(({ spenderAccount }) => spenderAccount.deployedRecently === null)
    const hits = contracts
      .filter(({ spenderAccount }) => spenderAccount.deployedRecently === true)
      .map((one) => ({
        description: `${nameAccount(one.spender, one.spenderAccount)} was deployed only recently and may take ${describeTakenAsset(one)}.`,
        evidence: { ...permissionEvidence(one), deployedRecently: true },
      }))
    return judged(hits, [...unknown, ...ageless.map(({ spender }) => `age of ${spender}`)])
  },
})
