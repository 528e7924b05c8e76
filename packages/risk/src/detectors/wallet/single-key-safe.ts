import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'single-key-safe',
  title: 'Safe with single-signature threshold',
  why: 'With a threshold of one, a Safe gives no protection against a stolen key: a thief with any one of its keys takes everything.',
  advice: 'Raise the threshold to two or more.',
  appliesTo: 'wallet',
  category: 'ownership',
  severity: 'low',
  confidence: 'high',
  soft: true,
  needs: ['walletContract'],
  detect: ({ walletContract }) => {
    if (walletContract?.type !== 'safe') return 'not-applicable'
    const { threshold, owners, version } = walletContract
    if (threshold !== 1) return []
    return [
      {
        description:
          owners.length === 1
            ? 'The Safe has a single owner.'
            : `Any one of the Safe’s ${owners.length} owners can move all its assets.`,
        evidence: { threshold, owners, version },
      },
    ]
  },
})
