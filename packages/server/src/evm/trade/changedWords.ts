import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { SlotsRead } from '../simulation/readStateDiff.ts'

/** Words of the state by `account slot`; coin, nonce and code by `account coin` and so on. */
export type Words = ReadonlySet<string>

/**
 * What calls changed, but for coin and nonce of their senders and of `but`: those always change.
 * @param but the block's coinbase.
 */
export function changedWords(diffs: readonly StateDiff[], but: readonly Address[]): Words {
  const passed = new Set<string>(but)
  return new Set(
    diffs.flatMap((diff) =>
      Object.entries(diff).flatMap(([address, { storage, balance, nonce, code }]) => [
        ...Object.keys(storage).map((slot) => `${address} ${slot}`),
        ...(balance && !passed.has(address) ? [`${address} coin`] : []),
        ...(nonce && !passed.has(address) ? [`${address} nonce`] : []),
        ...(code ? [`${address} code`] : []),
      ]),
    ),
  )
}

/** All that calls may have read: of each account that they touched its coin, nonce and code, too. */
export function readWords(reads: readonly SlotsRead[]): Words {
  return new Set(
    reads.flatMap((read) =>
      [...read].flatMap(([address, slots]) => [
        ...['coin', 'nonce', 'code'].map((member) => `${address} ${member}`),
        ...[...slots.keys()].map((slot: Hex) => `${address} ${slot}`),
      ]),
    ),
  )
}

export function meet(one: Words, other: Words): boolean {
  return [...one].some((word) => other.has(word))
}
