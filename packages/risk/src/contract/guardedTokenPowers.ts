import type { GuardedTokenPower } from '../facts/guardedTokenPower.ts'
import { CALLS_OF_HOLDERS } from './guardedPullHits.ts'

/** Published names that say what the function does: such pauses, lists and fees are judged by what executing them shows. */
const PLAIN_NAME = /paus|freez|blacklist|black_list|blocklist|denylist|whitelist|^set(Trading|Transfer)/i
/** Short words, which stand in others: each begins where a word of the name does, and ends there. */
const PLAIN_WORD =
  /(?:^|_)(?:tax(?:es)?|fees?|max|limits?)(?![a-z])|(?:Tax(?:es)?|Fees?|Max|Limits?)(?![a-z])|TAX|FEE|MAX|LIMIT/
/** Percent of a sale that leaves a holder nothing. */
const EVERYTHING = 90

/** Returns the powers that executing the switches did not show already. `executed`: selectors of the switches. */
export function unseenPowers(powers: readonly GuardedTokenPower[], executed: ReadonlySet<string>): GuardedTokenPower[] {
  return powers.filter(
    ({ selector, guards, executed: isExecuted }) =>
      !executed.has(selector) &&
      (isExecuted || (!CALLS_OF_HOLDERS.has(selector) && (guards.length > 0 || selector === '0x'))),
  )
}

/** Whether a power is certain, and not what its published name says. No name allows to take, or to stop all sales in an execution. */
export function isHiddenPower(power: GuardedTokenPower): boolean {
  const [name = ''] = power.signature?.split('(') ?? []
  const isPlain = power.effect !== 'takes' && !isTotal(power) && (PLAIN_NAME.test(name) || PLAIN_WORD.test(name))
  return !isPlain && isAllowed(power) && !isUnresolved(power)
}

function isTotal({ executed, effect, of, taxPercent }: GuardedTokenPower): boolean {
  return executed && (effect === 'stops' ? of === 'all-holders' : (taxPercent ?? 0) >= EVERYTHING)
}

/** Says what the power does, in words that follow “can”. */
export function effectOf({ effect, of, taxPercent, approves }: GuardedTokenPower): string {
  if (approves !== undefined)
    return `${approves === 'by-signature' ? 'sign' : 'make'} approvals of any holder’s tokens and take them`
  if (effect === 'takes') return 'take tokens of any holder'
  if (effect === 'mints') return 'mint tokens for itself'
  if (effect === 'taxes') return `make sales cost ${taxPercent ?? 0} %`
  return of === 'all-holders' ? 'stop all sales' : 'stop the sales of a holder'
}

/**
 * Whether the holder of the key did it in simulation, or the state as it is allows it. Where another condition was lifted too, it may never hold again: a pool that
 * is set once, a limit that cannot fall below a share of the supply.
 */
export function isAllowed({ selector, asIs, executed, guards }: GuardedTokenPower): boolean {
  return executed || selector === '0x' || asIs || guards.some(({ by }) => by === 'signature' || by === 'secret')
}

/** Whether it is not known which accounts are on the list of callers. */
function isUnresolved({ guards }: GuardedTokenPower): boolean {
  return guards.some(({ by, holder }) => by === 'role' && holder === null)
}
