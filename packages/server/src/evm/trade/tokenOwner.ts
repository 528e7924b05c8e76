import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt } from '../decode/callData.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** `owner()`, EIP-173. */
const OWNER: Hex = '0x8da5cb5b'

/** Returns the owner that a token names, who is no sample of its holders; null: none. */
export async function tokenOwner(
  chain: ChainSource,
  block: PinnedBlock,
  token: Address,
  signal: AbortSignal,
): Promise<Address | null> {
  const answer = await chain.call(block, { to: token, data: OWNER, gas: '0xea60' }, signal).catch(() => null)
  signal.throwIfAborted()
  const owner = addressAt(answer)
  return owner === null || BigInt(owner) === 0n ? null : owner
}
