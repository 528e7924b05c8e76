import { detectorTest } from '../../testing/detectorTest.ts'
import { likeness } from '../../testing/sampleUrl.ts'
import detector from './brand-in-path-of-shared-host.ts'

detectorTest(detector, {
  detects: {
    'a name with a word that presses': {
      likenesses: [likeness({ how: 'path', matched: 'foxwallet-login', presses: true })],
    },
    'a name alone': { likenesses: [likeness({ how: 'path', matched: 'foxwallet' })], severity: 'medium' },
  },
  clears: {
    'a page that names no brand': { likenesses: [] },
    'a registered name, which is another’s business': { likenesses: [likeness({ how: 'tld' })] },
  },
})
