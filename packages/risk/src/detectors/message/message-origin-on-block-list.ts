import { defineDetector } from '../../engine/detector.ts'
import { describeListing } from '../../wording/listWords.ts'

export default defineDetector({
  id: 'message-origin-on-block-list',
  title: 'Signature request from a block-listed site',
  why: 'The site that asks for this signature is on a list of phishing or scam sites. Even if this message looks harmless, the next one may not be, and the site may send a different one.',
  advice: 'Leave the site and sign nothing. If you think that the list is wrong, tell its maintainer.',
  appliesTo: 'message',
  category: 'associations',
  severity: 'critical',
  confidence: 'high',
  family: 'origin',
  decisive: true,
  needs: ['origin'],
  detect: ({ origin }) => {
    if (origin === null) return 'not-applicable'
    return origin.listed.length > 0 ? [describeListing(origin)] : []
  },
})
