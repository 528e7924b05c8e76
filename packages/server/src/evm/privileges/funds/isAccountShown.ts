import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { Simulator, StateOverrides } from '../../simulation/simulator.ts'

/** Contracts that a call runs, and whose code is read. */
const MAX_CONTRACTS = 8

/**
 * Whether the code that a call runs, or a storage word that it reads, in any contract, has an account, or the block's builder is that account.
 * What none of them has is put together while the code runs. Null: not known, as where the engine cut the trace.
 * @throws SimulationUnavailable when the engine gives no answer.
 */
export async function isAccountShown(
  { chain, simulator }: { chain: Pick<ChainSource, 'code'>; simulator: Pick<Simulator, 'simulate' | 'wordsRead'> },
  { block, call, stateOverrides }: { block: PinnedBlock; call: Transaction; stateOverrides: StateOverrides },
  account: Address,
  signal: AbortSignal,
): Promise<boolean | null> {
  if (account === block.coinbase) return true
  const digits = account.slice(2)
  const [read = new Map()] = await simulator.wordsRead({
    block,
    sequence: { blocks: [{ calls: [call] }], stateOverrides },
    signal,
  })
  const words = [...read.values()].flatMap((own: ReadonlyMap<Hex, Hex>) => [...own.values()])
  if (words.some((word) => word.slice(2).padStart(64, '0').includes(digits))) return true
  const run = await simulator.simulate({ block, transaction: call, stateOverrides, environments: 'none', signal })
  if (run.trace === null || run.truncated) return null
  const contracts = [...new Set(contractsIn(run.trace))].slice(0, MAX_CONTRACTS)
  const codes = await Promise.all(contracts.map((one) => chain.code(block, one, signal)))
  return codes.some((code) => code.includes(digits))
}

function contractsIn({ to, calls }: CallFrame): Address[] {
  return [...(to === null ? [] : [to]), ...calls.flatMap(contractsIn)]
}
