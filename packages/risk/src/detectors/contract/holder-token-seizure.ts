import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'holder-token-seizure',
  title: 'Seizure of holders’ tokens',
  why: 'In simulation, a privileged call moved tokens out of an account that had agreed to nothing.',
  advice: 'Do not hold it: the privileged account can take your tokens at any time.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'seizure',
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: () => 'holders lose their tokens without having agreed',
      severity: ({ effect }, caller) => (effect !== 'siphons' ? null : caller === 'unknown' ? 'high' : 'critical'),
    }),
})
