import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'siphon-switch',
  title: 'Somebody can take what others hold',
  why: 'A privileged call was really made on a copy of the chain, and tokens left an account that had agreed to nothing.',
  advice: 'Do not hold it: it is yours as long as they let you.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'taking',
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: () => 'tokens of holders who agreed to nothing are gone',
      severity: ({ effect }, caller) => (effect !== 'siphons' ? null : caller === 'unknown' ? 'high' : 'critical'),
    }),
})
