import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'freeze-switch',
  title: 'Somebody can keep a single holder from selling',
  why: 'A privileged call that names a holder was really made on a copy of the chain, and then this holder could not sell. Regulated issuers freeze stolen funds that way; scams do it to each buyer after the purchase.',
  advice: 'Do not hold more than you would leave with whoever holds the list.',
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
        return caller === 'anybody' ? 'critical' : 'high'
      },
    }),
})
