import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import { callData, wordAt } from '../decode/callData.ts'
import type { Simulator, StateOverrides } from '../simulation/simulator.ts'
import { word } from '../trade/trader.ts'

/** A place in the storage of a contract, and what it is to hold. */
export type Word = { slot: Hex; value: Hex }

/** Where mappings lie: one of the first slots, or the namespaces of upgradeable tokens and collections (ERC-7201). */
const BASES = [
  ...Array.from({ length: 16 }, (_, index) => BigInt(index)),
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n,
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace01n,
  0x80bb2b638cc20bc4d0a60d66940f3ab4a00c1d7b313497ca82fb0b4ab0079300n,
  0x80bb2b638cc20bc4d0a60d66940f3ab4a00c1d7b313497ca82fb0b4ab0079302n,
  0x80bb2b638cc20bc4d0a60d66940f3ab4a00c1d7b313497ca82fb0b4ab0079305n,
]
const MARK = 10n ** 12n

const at = (key: bigint | Address, base: bigint): bigint => BigInt(keccak256(`0x${word(key)}${word(base)}`))
const hex = (slot: bigint): Hex => `0x${word(slot)}`

type Asked = { simulator: Simulator; block: PinnedBlock; contract: Address; signal: AbortSignal }

/** Where a token keeps how much `spender` may take of `owner`; null where it does not show. */
export function allowanceSlot(asked: Asked, owner: Address, spender: Address): Promise<Hex | null> {
  const candidates = BASES.map((base) => at(spender, at(owner, base)))
  return marked(asked, candidates, callData('allowance', owner, spender), (index) => MARK + BigInt(index))
}

/** Where a collection keeps whose item it is; null where it does not show. */
export function ownerSlot(asked: Asked, id: bigint): Promise<Hex | null> {
  const candidates = BASES.map((base) => at(id, base))
  // Some keep more beside the owner; an address alone is read as one.
  return marked(asked, candidates, callData('ownerOf', id), (index) => (0xa11cen << 64n) + BigInt(index))
}

/** Where a collection of several pieces (ERC-1155) keeps how many `owner` has of one; null where it does not show. */
export function piecesSlot(asked: Asked, owner: Address, id: bigint): Promise<Hex | null> {
  const candidates = BASES.flatMap((base) => [at(owner, at(id, base)), at(id, at(owner, base))])
  return marked(asked, candidates, callData('balanceOfId', owner, id), (index) => MARK + BigInt(index))
}

/** Where a collection keeps that `operator` may move all items of `owner`; null where it does not show. */
export async function operatorSlot(asked: Asked, owner: Address, operator: Address): Promise<Hex | null> {
  const candidates = BASES.map((base) => hex(at(operator, at(owner, base))))
  const data = callData('isApprovedForAll', owner, operator)
  const answers = await reads(
    asked,
    data,
    candidates.map((slot) => ({ [slot]: hex(1n) })),
  )
  return candidates.find((_, index) => answers[index] === 1n) ?? null
}

async function marked(
  asked: Asked,
  candidates: readonly bigint[],
  data: Hex,
  markOf: (index: number) => bigint,
): Promise<Hex | null> {
  const storage = Object.fromEntries(candidates.map((slot, index) => [hex(slot), hex(markOf(index))])) as Record<
    Hex,
    Hex
  >
  const [seen] = await reads(asked, data, [storage])
  const found = candidates.findIndex((_, index) => seen === markOf(index))
  return found === -1 ? null : hex(candidates[found] ?? 0n)
}

async function reads(
  { simulator, block, contract, signal }: Asked,
  data: Hex,
  states: readonly Record<Hex, Hex>[],
): Promise<(bigint | null)[]> {
  const sequences = states.map((storage) => ({
    blocks: [{ calls: [{ from: READER, to: contract, value: 0n, data }] }],
    stateOverrides: { [READER]: { balance: 10n ** 20n }, [contract]: { storage } } as StateOverrides,
  }))
  const outcomes = await simulator.simulateSequences({ block, sequences, signal })
  return outcomes.map((one) => (one?.[0]?.success === true ? wordAt(one[0].output) : null))
}

/** Asks; owns nothing. */
const READER: Address = '0x0000000000000000000000000000000000000a5e'
