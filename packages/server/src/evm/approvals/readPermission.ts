import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { addressAt, wordAt } from '../decode/callData.ts'
import { ZERO_ADDRESS } from '../decode/emittedLogs.ts'
import { type ClaimedGrant, grantRead, grantState } from '../decode/grants.ts'
import { HOLDING } from '../decode/readState.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/**
 * Reads a permission at the block from the contract itself, whatever the logs say; null: the contract does not tell. For one
 * item, the account that now has the permission, one at a time. `isExpired`: some of it is left, and its time is over.
 * @throws when the network gives no answer.
 */
export async function readPermission(
  chain: ChainSource,
  { block, grant }: { block: PinnedBlock; grant: Omit<ClaimedGrant, 'consumed'> },
  signal: AbortSignal,
): Promise<{ spender: Address; amount: bigint; isExpired?: true } | null> {
  const claim = { ...grant, consumed: false }
  const answer = await chain.ask(block, { ...HOLDING, ...grantRead(claim) }, signal)
  if (grant.kind === 'token') {
    const spender = addressAt(answer)
    return spender === null ? null : { spender, amount: spender === ZERO_ADDRESS ? 0n : 1n }
  }
  const state = grantState(claim, answer, block.timestamp)
  if (state === null) return null
  const isExpired = state.amount === 0n && wordAt(answer) !== 0n
  return { spender: grant.spender, amount: state.amount, ...(isExpired && { isExpired }) }
}
