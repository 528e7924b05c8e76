import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import { inputsOf, TAINT } from '../paths/marks.ts'
import { SIGNER } from '../paths/outsideCalls.ts'
import type { Lifted } from '../paths/pull.ts'

/**
 * A condition that asks for one key: for its account, or for the hash of it (`preimage`: what was hashed). `own`: the account in whose place the
 * key stands; `other`: what is asked for, and the slot where that is stored.
 */
export type KeyLock = { who: 'caller' | 'signer'; own: bigint; other: bigint; slot?: bigint; preimage: Hex | null }

const ACCOUNT_DIGITS = 40
const WORD_DIGITS = 64

/** Of the conditions of a path, the only one about a key; null: there is none, or more than one. `caller`: the account of the call. */
export function keyLock(lifted: readonly Lifted[], caller: bigint): KeyLock | null {
  const locks = lifted.flatMap(({ identity, keyHash }): KeyLock[] => {
    if (keyHash !== undefined) return [{ ...keyHash, own: keyHash.who === 'signer' ? SIGNER : caller }]
    if (identity === undefined || identity.other === 0n) return []
    const { who, own, other, otherMarks, slot } = identity
    if (inputsOf(otherMarks) !== 0 || (otherMarks & ~TAINT.stored) !== 0) return []
    return [{ who, own, other, preimage: null, ...(slot !== undefined && { slot }) }]
  })
  const [lock] = locks
  return lock === undefined || locks.length > 1 ? null : lock
}

/**
 * The state in which the code asks for another account in the place of the key: in storage, or in the code itself. Null where what it asks for is
 * not written there.
 * @param code Account whose code runs.
 */
export async function replacedKey(
  chain: ChainSource,
  { block, address, code }: { block: PinnedBlock; address: Address; code: Address },
  { lock: { own, other, slot, preimage }, account }: { lock: KeyLock; account: Address },
  signal: AbortSignal,
): Promise<StateOverrides | null> {
  const hashed = preimage?.replaceAll(digits(own, ACCOUNT_DIGITS), account.slice(2)) as Hex | undefined
  const [before, after] =
    hashed === undefined
      ? [digits(other, ACCOUNT_DIGITS), account.slice(2)]
      : [digits(other, WORD_DIGITS), keccak256(hashed).slice(2)]
  const at: Hex | null = slot === undefined ? null : `0x${digits(slot, WORD_DIGITS)}`
  const text = at === null ? await chain.code(block, code, signal) : await chain.storage(block, address, at, signal)
  if (!text.includes(before)) return null
  const changed = text.replaceAll(before, after) as Hex
  return at === null ? { [code]: { code: changed } } : { [address]: { storage: { [at]: changed } } }
}

function digits(of: bigint, length: number): string {
  return of.toString(16).padStart(length, '0')
}
