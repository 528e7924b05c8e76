import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { GuardedPull } from '@redoubt/risk/facts/guardedPull.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { acceptedSigners } from './acceptedSigners.ts'
import { analysedFunctions, contractPulls, pullsWorld } from './contractPulls.ts'
import { TOKEN_TRANSFERS } from './explore.ts'
import { withHolders } from './obeyedContracts.ts'
import { RIGHT_CALLS, withRights } from './rightCalls.ts'

const MAX_PULLS = 8

/**
 * Gathers the ways to move tokens of accounts that approved the contract, or to use another right that they gave it, for any caller: the contract's code runs on its real
 * storage, and where a guard stops it, again without that guard. `complete`: all of its paths were executed.
 */
export async function gatherGuardedPulls(
  chain: ChainSource,
  { block, address, bytecode }: { block: PinnedBlock; address: Address; bytecode: Bytecode },
  signal: AbortSignal,
): Promise<{ pulls: GuardedPull[]; complete: boolean }> {
  const collected = new Set<bigint>()
  const world = {
    ...pullsWorld(chain, { block, address, powers: [...TOKEN_TRANSFERS, ...RIGHT_CALLS] }, signal),
    collected,
  }
  const shell = bytecode.address === address ? '0x' : await chain.code(block, address, signal)
  const { pulls, complete } = await contractPulls(world, analysedFunctions(bytecode, shell), signal)
  const signers = await acceptedSigners(chain, { block, address, bytecode }, signal)
  const approved = [...withRights(pulls), ...signers].map((one) =>
    one.anyCall && collected.size > 0 ? { ...one, isApproved: true as const } : one,
  )
  const chosen = ofEachRight(approved)
  const told = await withHolders({ chain, block, signal }, world, chosen)
  // Functions that static analysis did not find run nowhere.
  return { pulls: told, complete: complete && bytecode.complete && chosen.length === approved.length }
}

/** So many of each right, approvals first: one right's pulls do not hide another's. */
export function ofEachRight<T extends Pick<GuardedPull, 'right'>>(pulls: readonly T[]): T[] {
  const rights = new Set([undefined, ...pulls.map(({ right }) => right)])
  return [...rights].flatMap((right) => pulls.filter((one) => one.right === right).slice(0, MAX_PULLS))
}
