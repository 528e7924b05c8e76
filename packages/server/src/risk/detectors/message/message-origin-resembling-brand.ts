import { defineDetector } from '../../detector.ts'
import { likenessHit } from '../../url/likenessHit.ts'

export default defineDetector({
  id: 'message-origin-resembling-brand',
  title: 'The site that asks for the signature has a name made to look like a brand’s',
  why: 'Thieves register names that are read as a known one and ask in its name. What a wallet shows of the site is this name.',
  advice: 'Leave the site, and type the official address yourself.',
  appliesTo: 'message',
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
