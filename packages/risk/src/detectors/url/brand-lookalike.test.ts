import { detectorTest } from '../../testing/detectorTest.ts'
import { likeness } from '../../testing/sampleUrl.ts'
import detector from './brand-lookalike.ts'

detectorTest(detector, {
  detects: {
    'a name that is read as the brand’s': { likenesses: [likeness({ how: 'confusable', matched: 'f0xwallet' })] },
    'the name with a word that presses': {
      likenesses: [likeness({ how: 'combo', matched: 'foxwallet-login', presses: true })],
    },
    'where redirects end': { likenesses: [likeness({ host: 'f0xwallet.evil' })] },
    'another ending': { likenesses: [likeness({ how: 'tld' })], severity: 'medium' },
    'one letter': { likenesses: [likeness({ how: 'edit-distance', matched: 'foxwalet' })], severity: 'medium' },
    'one letter and words that press': {
      likenesses: [likeness({ how: 'edit-distance', matched: 'foxwalet-login', presses: true })],
    },
    'the name with other words': {
      likenesses: [likeness({ how: 'combo', matched: 'foxwallet-news' })],
      severity: 'medium',
    },
    'a common word': { likenesses: [likeness({ how: 'tld', ambiguous: true })], severity: 'low' },
  },
  clears: {
    'a name that is like no other': { likenesses: [] },
    'a subdomain, which is another’s business': { likenesses: [likeness({ how: 'subdomain' })] },
  },
})
