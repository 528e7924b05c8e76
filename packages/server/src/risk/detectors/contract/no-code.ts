import { BURN_ADDRESSES } from '../../burnAddresses.ts'
import { defineDetector } from '../../detector.ts'
import type { Address } from '../../facts.ts'

export default defineDetector({
  id: 'no-code',
  title: 'There is no contract at this address',
  why: 'The address has no code on this network at this block: a person’s account, a contract on another network, one that destroyed itself, or one that is still to be created. Nothing can be said of what its code may do.',
  advice: 'Check the network and the address. Use the wallet scan for a person’s account.',
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
    return 'Nobody has a key of this address, and it can never have code: what is sent here is gone.'
  return nonce > 0n
    ? 'It has no code and has sent transactions: a person’s account.'
    : 'It has no code and has sent nothing: an account that was never used, or one where a contract may be created later.'
}
