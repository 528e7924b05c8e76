import type { DepositTrial } from '@redoubt/risk/facts/deposit.ts'
import { balanceChanges } from '../evm/decode/balanceChanges.ts'
import { readStateAfter } from '../evm/decode/readState.ts'
import { usdPrice } from '../evm/market/usdPrice.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'
import type { Simulator } from '../evm/simulation/simulator.ts'
import type { TransactionSources } from '../usecases/scans/transaction/transactionSources.ts'

/**
 * What a transaction scan asks of the network about a payment that was made on a fork: its account had funds before it that the network
 * knows nothing of. Part of the composition root.
 */
export function createDepositSources(
  { chain, simulator }: { chain: ChainSource; simulator: Simulator },
  sources: TransactionSources,
  { simulation, funded }: DepositTrial,
): TransactionSources {
  return {
    ...sources,
    simulate: async () => simulation,
    balanceChanges: (block, transaction, executed, signal) =>
      balanceChanges(
        {
          chain,
          readBefore: readStateAfter(simulator, block, { ...executed, stateDiff: funded }),
          readAfter: readStateAfter(simulator, block, executed),
          priceOf: (asset, within) => usdPrice(chain, { block, asset }, within),
        },
        { block, transaction, simulation: executed },
        signal,
      ),
  }
}
