import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'single-key-safe',
  title: 'One key moves this Safe',
  why: 'A Safe with a threshold of one gives up what it is for: whoever gets any one of its keys takes everything.',
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
          owners.length === 1 ? 'It has one owner.' : `Any one of its ${owners.length} owners can move everything.`,
        evidence: { threshold, owners, version },
      },
    ]
  },
})
