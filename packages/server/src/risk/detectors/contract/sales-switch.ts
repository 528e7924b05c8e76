import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../detector.ts'

export default defineDetector({
  id: 'sales-switch',
  title: 'Somebody can stop all sales',
  why: 'A privileged call was really made on a copy of the chain, and then the token could still be bought and no longer sold. That is a honeypot with a switch: it stays open until enough people are inside.',
  advice: 'Do not buy it, unless you trust whoever holds the switch with all of your money.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'switch',
  decisive: true,
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: ({ after }) =>
        `nobody can sell any more${after.reason ? ` (“${after.reason}”)` : ''}, while it can still be bought`,
      severity: ({ effect, hits, before, after }, caller) => {
        const isTrap =
          effect === 'stops-sales' && hits === 'everybody' && after.sellTax === null && after.buyTax !== null
        // What could not be sold before was not stopped by the call.
        if (!isTrap || before.sellTax === null) return null
        return caller === 'unknown' ? 'high' : 'critical'
      },
    }),
})
