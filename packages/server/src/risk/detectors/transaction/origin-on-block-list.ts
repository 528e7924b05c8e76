import { defineDetector } from '../../detector.ts'
import { listedWords } from '../../wording/listedWords.ts'

export default defineDetector({
  id: 'origin-on-block-list',
  title: 'The site that asks is on a block list',
  why: 'The site that asks for this is on a list of sites that steal. Whatever the transaction looks like now, the next one, or the one that is really sent, may be another.',
  advice: 'Leave the site and sign nothing. If you think that the list is wrong, tell whoever keeps it.',
  appliesTo: 'transaction',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'origin',
  decisive: true,
  needs: ['origin'],
  detect: ({ origin }) => {
    if (origin === null) return 'not-applicable'
    return origin.listed.length > 0 ? [listedWords(origin)] : []
  },
})
