import { encodeAbiParameters, keccak256 } from 'viem/utils'
import type { Address, Hex } from '../address.ts'
import type { StateDiff } from '../execution.ts'
import type { Loss } from './shapes.ts'

/** Mappings are looked for at the first storage slots, and structs in them up to this many words. */
const MAPPING_SLOTS = 32n
const STRUCT_WORDS = 8n

/**
 * By how much the takers raised a storage word of a mapping keyed by the payer (Solidity and Vyper hash key and slot in
 * opposite orders): deposits, stakes and shares are kept like that.
 */
export function creditOf(diff: StateDiff, { takers, account }: Loss): bigint {
  const raised = new Map(
    takers
      .flatMap((taker) => Object.entries(diff[taker]?.storage ?? {}))
      .map(([slot, { before, after }]) => [BigInt(slot), BigInt(after) - BigInt(before)] as const)
      .filter(([, increase]) => increase > 0n),
  )
  let credit = 0n
  for (let slot = 0n; raised.size > 0 && slot < MAPPING_SLOTS; slot++) {
    for (const entry of entriesOf(account, slot)) {
      for (let word = 0n; word < STRUCT_WORDS; word++) {
        const increase = raised.get(BigInt(entry) + word) ?? 0n
        if (increase > credit) credit = increase
      }
    }
  }
  return credit
}

function entriesOf(key: Address, slot: bigint): Hex[] {
  return [
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [key, slot])),
    keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'address' }], [slot, key])),
  ]
}
