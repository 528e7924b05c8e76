import type { StateDiff } from '@redoubt/risk/facts/execution.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Returns the chain as a transaction leaves it: code, coins and storage of what it changed or created. */
export function chainAfter(chain: ChainSource, stateDiff: StateDiff): ChainSource {
  return {
    ...chain,
    code: (block, address, signal) => {
      const changed = stateDiff[address]?.code
      return changed === undefined ? chain.code(block, address, signal) : Promise.resolve(changed.after)
    },
    balance: (block, address, signal) => {
      const changed = stateDiff[address]?.balance
      return changed === undefined ? chain.balance(block, address, signal) : Promise.resolve(changed.after)
    },
    storage: (block, address, slot, signal) => {
      const changed = stateDiff[address]?.storage[slot]
      return changed === undefined ? chain.storage(block, address, slot, signal) : Promise.resolve(changed.after)
    },
  }
}
