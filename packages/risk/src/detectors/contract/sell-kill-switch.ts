import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'

export default defineDetector({
  id: 'sell-kill-switch',
  title: 'Sell kill switch',
  why: 'In simulation, a privileged call let buyers still buy the token but stopped every sale. This is a honeypot with a switch: it stays open until enough people have bought.',
  advice: 'Do not buy it, unless you trust the owner of the token with all the money you put in.',
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
        `no holder can sell any more${after.reason ? ` (“${after.reason}”)` : ''}, while buying still works`,
      severity: ({ effect, hits, before, after }, caller) => {
        const isTrap =
          effect === 'stops-sales' && hits === 'all-holders' && after.sellTax === null && after.buyTax !== null
        // A sale that failed before was not stopped by the call.
        if (!isTrap || before.sellTax === null) return null
        return caller === 'unknown' ? 'high' : 'critical'
      },
    }),
})
