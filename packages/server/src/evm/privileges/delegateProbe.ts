import type { Address } from '@redoubt/risk/address.ts'
import type { DelegateActs } from '@redoubt/risk/facts/delegateActs.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { createBytecodeSource } from '../bytecode/createBytecodeSource.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { Simulator } from '../simulation/simulator.ts'
import { gatherDelegateActs } from './delegateActs.ts'
import { obeysItselfOnly } from './pulls/obeysItselfOnly.ts'

/**
 * Tries a delegate's code in an account's place (EIP-7702), as a stranger; ends at the first thing that can be taken.
 * @throws when the code cannot be read, analysed or executed.
 */
export function createDelegateProbe({
  chain,
  simulator,
  bytecode,
}: {
  chain: ChainSource
  simulator: Simulator
  bytecode: ReturnType<typeof createBytecodeSource>
}) {
  return async (
    block: PinnedBlock,
    { account, delegate }: { account: Address; delegate: Address },
    signal: AbortSignal,
  ): Promise<DelegateActs> => {
    const code = await chain.code(block, delegate, signal)
    const analysed = await bytecode.analyse({ address: delegate, code, abi: null }, signal)
    if (analysed === null) throw new Error('the code of the delegate could not be analysed')
    const [acts, selfOnly] = await Promise.all([
      gatherDelegateActs(
        { chain, simulator },
        { block, address: account, bytecode: analysed, delegate, max: 1 },
        signal,
      ),
      obeysItselfOnly(chain, { block, account, delegate, bytecode: analysed }, signal),
    ])
    return { ...acts, selfOnly }
  }
}
