import { defineDetector } from '../../engine/detector.ts'
import { likenessHit } from '../../url/brandLikeness.ts'

export default defineDetector({
  id: 'origin-resembling-brand',
  title: 'Requesting site with a lookalike domain',
  why: 'Phishing sites register names that look like a known brand and ask you to sign in its name. Your wallet shows only this name.',
  advice: 'Leave the site, and type the official address yourself.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'high',
  confidence: 'medium',
  family: 'origin',
  needs: ['origin'],
  detect: ({ origin }) => {
    if (origin === null) return 'not-applicable'
    return (origin.likenesses ?? []).map((likeness) => likenessHit(likeness, origin.host))
  },
})
