import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../detector.ts'

/** Names that say what the function does: OpenZeppelin's Pausable and its relatives. */
const PLAIN_NAME =
  /^(un)?(_?pause|freeze|halt|stop|lock)|paus(e|ed|able)|^set(Trading|Transfer)s?(Enabled|Open|Active)|(en|dis)ableTra(ding|nsfer)/i

export default defineDetector({
  id: 'transfers-switch',
  title: 'Somebody can stop all transfers',
  why: 'A privileged call was really made on a copy of the chain, and then the token could neither be bought nor sold nor moved. Honest issuers keep such a brake for emergencies and say so; under another name it is a way to keep everybody in.',
  advice: 'Decide whether you trust whoever holds the brake.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'switch',
  needs: ['token', 'trade', 'switches', 'privileged', 'subject'],
  detect: (facts) =>
    switchHits(facts, {
      words: ({ after }) => `nobody can move the token any more${after.reason ? ` (“${after.reason}”)` : ''}`,
      severity: ({ calls, effect, hits, after }) => {
        if (hits !== 'everybody' || (effect !== 'stops-sales' && effect !== 'stops-transfers')) return null
        const stopsAll = after.sellTax === null && after.buyTax === null
        const stopsGifts = effect === 'stops-transfers' && after.transferTax === null
        if (!stopsAll && !stopsGifts) return null
        const isPlain = calls.some(({ signature }) => PLAIN_NAME.test(signature ?? ''))
        return isPlain ? 'low' : 'high'
      },
    }),
})
