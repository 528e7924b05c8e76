import { BURN_ADDRESSES } from '../../burnAddresses.ts'
import { defineDetector } from '../../detector.ts'
import { shortAddress } from '../../wording/shortAddress.ts'

export default defineDetector({
  id: 'address-without-keys',
  title: 'Nobody has the keys of this address',
  why: 'The zero address and its like are where coins are destroyed, and precompiles are parts of the network: whatever is sent there is lost.',
  advice: 'Send nothing there unless it is meant to be destroyed.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'medium',
  confidence: 'high',
  needs: ['subject'],
  detect: ({ subject }) => {
    const precompile = subject.class === 'precompile'
    if (!precompile && !BURN_ADDRESSES.has(subject.address)) return []
    return [
      {
        description: `${shortAddress(subject.address)} is ${precompile ? 'a part of the network (a precompile)' : 'a place where coins are destroyed'}: what is sent there is lost.`,
        evidence: { address: subject.address, class: subject.class },
      },
    ]
  },
})
