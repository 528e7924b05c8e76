import type { Hex } from '@redoubt/risk/address.ts'
import { distinct } from './callFacts.ts'
import type { Effect } from './step.ts'
import { unmasked } from './tests.ts'
import type { Value } from './value.ts'

/** Instructions that run or make other code, which may pay any account. */
const ELSEWHERE = new Set(['CALLCODE', 'DELEGATECALL'])

/**
 * Words of storage that name all accounts to which the effects pay coins, besides accounts fixed in the code. Null where a payment may go to
 * another account, such as the caller, and where other code runs in the contract's place.
 */
export function payeeWords(effects: readonly Effect[]): Hex[] | null {
  const words: Hex[] = []
  for (const effect of effects) {
    if (effect.type === 'create' || (effect.type === 'call' && ELSEWHERE.has(effect.op))) return null
    const to = payeeOf(effect)
    if (to === null || to.constant !== null) continue
    const read = unmasked(to)
    const place = read.op === 'SLOAD' ? read.from.at(-1) : undefined
    if (place?.kind !== 'word') return null
    words.push(place.slot)
  }
  return distinct(words)
}

/** The account that gets coins; null: none does. */
function payeeOf(effect: Effect): Value | null {
  if (effect.type === 'selfdestruct') return effect.to
  return effect.type === 'call' && effect.amount !== null && effect.amount.constant !== 0n ? effect.to : null
}
