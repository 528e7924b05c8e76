import { BURN_ADDRESSES } from '../../accounts/knownAddresses.ts'
import { defineDetector } from '../../engine/detector.ts'
import { shortAddress } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'burn-address-or-precompile',
  title: 'Burn address or precompile',
  why: 'The zero address and similar burn addresses have no private key, and precompiles are parts of the network: assets sent there are lost.',
  advice: 'Send nothing there unless you want to burn it.',
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
        description: `${shortAddress(subject.address)} is ${precompile ? 'a part of the network (a precompile)' : 'a burn address'}: assets sent there are lost.`,
        evidence: { address: subject.address, class: subject.class },
      },
    ]
  },
})
