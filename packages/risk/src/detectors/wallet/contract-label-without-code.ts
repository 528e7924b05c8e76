import { contractLabelOf, isContractLabelWithoutCode } from '../../accounts/contractLabelWithoutCode.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'contract-label-without-code',
  title: 'Contract label on an address without code',
  why: 'The label says contract, and this network shows neither code nor a transaction of a key. Either the contract is not deployed on this network, or the node’s answer is wrong, so nothing tells who controls the address.',
  advice: 'Check the network, and send nothing to it before the contract is deployed there.',
  appliesTo: 'wallet',
  category: 'code',
  severity: 'medium',
  confidence: 'medium',
  needs: ['subject'],
  detect: ({ subject }) => {
    if (!isContractLabelWithoutCode(subject)) return []
    const label = contractLabelOf(subject)
    return [
      {
        description: `${shortAddress(subject.address)} is labelled “${label?.name}”, a contract, and has no code on this network.`,
        evidence: { address: subject.address, label: label?.name ?? '', source: label?.source ?? '' },
      },
    ]
  },
})
