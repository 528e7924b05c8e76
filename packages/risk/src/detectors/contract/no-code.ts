import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import type { Address } from '../../address.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'no-code',
  title: 'Address without contract code',
  why: 'The address has no code on this network at this block: a personal wallet, a contract on another network, a destroyed contract, or one not yet deployed. We cannot judge what its code may do.',
  advice: 'Check the network and the address. Scan a personal wallet as a wallet.',
  appliesTo: 'contract',
  category: 'code',
  severity: 'medium',
  confidence: 'high',
  soft: true,
  needs: ['subject', 'block'],
  detect: ({ subject, block }) => {
    if (subject.class !== 'eoa') return []
    return [
      {
        description: wordsFor(subject),
        evidence: {
          address: subject.address,
          chain: block.chain,
          block: String(block.number),
          nonce: String(subject.nonce),
          balance: String(subject.balance),
        },
      },
    ]
  },
})

function wordsFor({ address, nonce }: { address: Address; nonce: bigint }): string {
  if (BURN_ADDRESSES.has(address.toLowerCase() as Address))
    return 'This burn address has no private key and can never have code: anything sent to it is lost.'
  return nonce > 0n
    ? 'This address has no code and has sent transactions: a personal wallet (EOA).'
    : 'This address has no code and has sent nothing: an unused wallet, or a contract not yet deployed.'
}
