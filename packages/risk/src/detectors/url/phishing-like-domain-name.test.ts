import { detectorTest } from '../../testing/detectorTest.ts'
import { lexical } from '../../testing/sampleUrl.ts'
import detector from './phishing-like-domain-name.ts'

detectorTest(detector, {
  detects: {
    'a name beyond the upper threshold': {
      lexical: lexical({
        score: 0.99,
        level: 'avoid',
        top: [
          { gram: 'claim', weight: 2.1 },
          { gram: 'airdr', weight: 1.7 },
        ],
      }),
    },
    'a name beyond the lower': {
      lexical: lexical({ score: 0.8, level: 'caution', host: 'final.example' }),
      severity: 'medium',
    },
  },
  clears: { 'an ordinary name': { lexical: lexical({ score: 0.3 }) }, 'a name that is not judged': { lexical: null } },
})
