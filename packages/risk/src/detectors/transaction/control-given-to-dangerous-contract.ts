import { CHAIN_IDS } from '../../chain.ts'
import { dangerHit, endangersPayersOnly, powerDangerOf } from '../../contract/callers.ts'
import { defineDetector } from '../../engine/detector.ts'
import { nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'control-given-to-dangerous-contract',
  title: 'Account control given to a dangerous contract',
  why: 'A delegate (EIP-7702), owner, admin, module or implementation acts with the whole power of the account or contract that names it. The contract scan found what the code or the owner of this one can do.',
  advice: 'Reject it. If the contract already has this control, replace or remove it.',
  appliesTo: 'transaction',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'control',
  decisive: true,
  needs: ['contractJudgements', 'transaction', 'privilegeChanges', 'block'],
  detect: ({ contractJudgements, transaction, privilegeChanges, block }) => {
    const delegates = (transaction.authorizationList ?? []).flatMap(
      ({ address, chainId, authority = transaction.from }) =>
        authority === transaction.from && (chainId === 0 || chainId === CHAIN_IDS[block.chain]) ? [address] : [],
    )
    const controllers = privilegeChanges.flatMap(({ to, fails }) => (to === null || fails ? [] : [to]))
    if (delegates.length + controllers.length === 0) return 'not-applicable'
    return Object.values(contractJudgements).flatMap((judgement) => {
      const { address, account } = judgement
      // What becomes of coins that are paid to its own address says nothing of its power.
      if (endangersPayersOnly(judgement)) return []
      const severity = powerDangerOf(judgement)
      const isDelegate = delegates.includes(address)
      if (severity === null || !(isDelegate || controllers.includes(address))) return []
      const name = nameAccount(address, account)
      const what = isDelegate ? `Your account will run the code of ${name}` : `You give ${name} control of a contract`
      return [dangerHit(judgement, severity, { what, evidence: { delegate: isDelegate } })]
    })
  },
})
