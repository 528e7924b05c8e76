import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RightUse } from '@redoubt/risk/facts/right.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { explored, withHolders } from './obeyedContracts.ts'
import { pullsWorld } from './pullsWorld.ts'

/**
 * Gathers what callers of a contract can make it do with a right: to make a call of another contract about any account that gave it
 * the right. `accountAt`: offsets of that account in the call's data; empty where the called contract is the account's wallet. Null where the code cannot be read.
 */
export async function gatherRightUse(
  chain: ChainSource,
  right: { block: PinnedBlock; holder: Address; contract: Address; selector: Hex; accountAt: readonly number[] },
  signal: AbortSignal,
): Promise<RightUse | null> {
  const { block, holder, contract, selector, accountAt } = right
  const owners = accountAt.length > 0 ? accountAt : [null]
  const powers = owners.map((owner) => {
    return { target: BigInt(contract), selector: Number(selector), owner, receiver: null }
  })
  try {
    const world = pullsWorld(chain, { block, address: holder, powers }, signal)
    const { pulls, complete } = await explored({ chain, block, signal }, world, holder)
    return { pulls: await withHolders({ chain, block, signal }, world, pulls), complete }
  } catch {
    signal.throwIfAborted()
    return null
  }
}
