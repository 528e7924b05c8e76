import { contractLabelOf, isContractLabelWithoutCode } from '../../accounts/contractLabelWithoutCode.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { Account } from '../../facts/account.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'labelled-contract-without-code',
  title: 'Well-known contract without code here',
  why: 'The address belongs to a well-known contract, and this network shows no code there. Either the contract is not deployed on this network, or the node’s answer is wrong. Coins sent to such an address are usually lost, and later code there can use the approval.',
  advice: 'Check the network in your wallet. Reject the request if the service does not run on it.',
  appliesTo: 'transaction',
  category: 'code',
  severity: 'high',
  confidence: 'medium',
  family: 'wrong-recipient',
  needs: ['grants', 'recipient'],
  detect: ({ grants, recipient }) => {
    const accounts = new Map<string, Account>()
    for (const one of [recipient, ...grants.map(({ spenderAccount }) => spenderAccount)])
      if (one !== null && isContractLabelWithoutCode(one)) accounts.set(one.address, one)
    return [...accounts.values()].map((one) => {
      const label = contractLabelOf(one)
      return {
        description: `${shortAddress(one.address)} is labelled “${label?.name}”, a contract, and has no code on this network.`,
        evidence: {
          address: one.address,
          label: label?.name ?? '',
          source: label?.source ?? '',
          codeSize: one.codeSize,
        },
      }
    })
  },
})
