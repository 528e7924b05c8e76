import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'holder-freeze',
  title: 'Freezing of single token holders',
  why: 'In simulation, a privileged call named a holder, and afterwards this holder could not sell. Regulated issuers freeze stolen funds like that; scam tokens do it to each buyer after the purchase.',
  advice: 'Hold no more than you would entrust to the account that controls the freeze.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'blacklist',
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: ({ after }) =>
        `the account named in the call can no longer sell${after.reason ? ` (“${after.reason}”)` : ''}`,
      severity: ({ effect, hits, after }, caller) => {
        if (hits !== 'named-account' || after.sellTax !== null) return null
        if (effect !== 'stops-sales' && effect !== 'stops-transfers') return null
        return caller === 'anyone' ? 'critical' : 'high'
      },
    }),
})
