import { switchHits } from '../../contract/switchHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { OwnerSwitch } from '../../facts/privileges.ts'
import { describePeriod } from '../../wording/periods.ts'

/** Names that say what the function does: OpenZeppelin's Pausable and its relatives. */
const PLAIN_NAME =
  /^(un)?(_?pause|freeze|halt|stop|lock)|paus(e|ed|able)|^set(Trading|Transfer)s?(Enabled|Open|Active)|(en|dis)ableTra(ding|nsfer)/i

/** How far ahead locked items were tried to be sent. */
const LOOKED_AHEAD = '400 days'

export default defineDetector({
  id: 'transfer-kill-switch',
  title: 'Transfer kill switch',
  why: 'In simulation, a privileged call stopped all purchases, sales and transfers, or decided whether items that cannot be sent yet are ever free. Honest issuers keep such an emergency stop and say so; under another name it can lock every holder in.',
  advice: 'Use the token only if you trust the account that can stop transfers.',
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
        words: (flipped) => {
          const { after, callerExempt = false, locked } = flipped
          if (locked !== undefined) return lockedWords(locked, callerExempt)
          const stopped = callerExempt
            ? 'holders cannot sell any more, while the caller still can'
            : stoppedActs(flipped)
          return `${stopped}${after.reason ? ` (“${after.reason}”)` : ''}`
        },
        collections: true,
        severity: ({ calls, effect, hits, after, callerExempt = false, locked }) => {
          // Only this account decides whether items are ever sent: a stop that is on already.
          if (locked?.opensAfter === null) return callerExempt ? 'high' : 'medium'
          if (hits !== 'all-holders' || (effect !== 'stops-sales' && effect !== 'stops-transfers')) return null
          const stopsAll = after.sellTax === null && after.buyTax === null
          const stopsGifts = effect === 'stops-transfers' && after.transferTax === null
          if (!stopsAll && !stopsGifts) return null
          // A caller that stops all others and still sells runs a trap, not a pause, under any name.
          if (callerExempt) return 'high'
          const isPlain = calls.some(({ signature }) => PLAIN_NAME.test(signature ?? ''))
          if (token?.standard !== 'erc20') return isPlain ? 'low' : 'medium'
          return isPlain ? 'low' : 'high'
        },
      },
    ),
})

/** Says when items that holders cannot send now would be free, and what the call changes. */
function lockedWords({ opensAfter }: NonNullable<OwnerSwitch['locked']>, callerExempt: boolean): string {
  const own = callerExempt ? ', while the caller can send its own all the while' : ''
  if (opensAfter === null)
    return `holders can send their items, which they cannot do now, and not ${LOOKED_AHEAD} later without that call${own}`
  return `holders, who cannot send their items now and without that call could within ${describePeriod(opensAfter)}, still cannot ${LOOKED_AHEAD} later${own}`
}

const ACTS = [
  ['buyTax', 'buy'],
  ['sellTax', 'sell'],
  ['transferTax', 'send'],
] as const

/** Says what the execution of an ordinary account showed: what it did before and not after, and what it still did. */
function stoppedActs({ before, after }: OwnerSwitch): string {
  const made = ACTS.filter(([tax]) => before[tax] !== null)
  const stopped = made.flatMap(([tax, act]) => (after[tax] === null ? [act] : []))
  const left = made.flatMap(([tax, act]) => (after[tax] === null ? [] : [act]))
  const still = left.length === 0 ? '' : `, while it can still ${left.join(' and ')} it`
  return `an ordinary account can no longer ${listed(stopped)} it${still}`
}

/** `buy`, `buy or sell`, `buy, sell or send`. */
function listed(words: readonly string[]): string {
  const [last = '', ...others] = words.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} or ${last}`
}
