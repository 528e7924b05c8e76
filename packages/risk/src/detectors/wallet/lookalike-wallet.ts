import { defineDetector } from '../../engine/detector.ts'
import { fullAddress, nameAccount } from '../../wording/accountNames.ts'

export default defineDetector({
  id: 'lookalike-wallet',
  title: 'Lookalike address (address poisoning)',
  why: 'In address poisoning, an attacker creates an address with the same first and last digits as one that people use, puts it into their history with a worthless transfer, and waits for them to copy it. Chance alone produces such a pair once in 268 million.',
  advice: 'Do not send. Copy the address again from where you first got it, and compare every digit.',
  appliesTo: 'wallet',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  needs: ['lookalikes'],
  detect: ({ lookalikes }) =>
    lookalikes.map(({ similarTo, label, prefix, suffix, by, bait }) => ({
      // Planted is proven; without that it may be one of the rare chances.
      severity: bait.length > 0 ? ('critical' as const) : ('high' as const),
      description: `The address looks like ${nameAccount(similarTo, label && { labels: [label] }, fullAddress)}${by === 'history' ? ', which its victim deals with,' : ''} but is a different address.`,
      evidence: {
        similarTo,
        prefixMatchLength: prefix,
        suffixMatchLength: suffix,
        baits: bait.map(({ kind, hash }) => `${kind} ${hash}`),
      },
    })),
})
