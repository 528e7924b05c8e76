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
  detect: ({ token, ...facts }) =>
    switchHits(
      { token, ...facts },
      {
        words: ({ after, callerExempt = false }) =>
          `${callerExempt ? 'holders cannot sell any more, and whoever stops them can' : 'nobody can move the token any more'}${after.reason ? ` (“${after.reason}”)` : ''}`,
        collections: true,
        severity: ({ calls, effect, hits, after, callerExempt = false }) => {
          if (hits !== 'everybody' || (effect !== 'stops-sales' && effect !== 'stops-transfers')) return null
          const stopsAll = after.sellTax === null && after.buyTax === null
          const stopsGifts = effect === 'stops-transfers' && after.transferTax === null
          if (!stopsAll && !stopsGifts) return null
          // Who stops all others and goes on selling has no brake but a trap, under whatever name.
          if (callerExempt) return 'high'
          const isPlain = calls.some(({ signature }) => PLAIN_NAME.test(signature ?? ''))
          if (token?.standard !== 'erc20') return isPlain ? 'low' : 'medium'
          return isPlain ? 'low' : 'high'
        },
      },
    ),
})
