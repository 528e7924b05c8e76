import type { Address, Hex } from '@redoubt/risk/address.ts'
import { readBlock } from '../../src/evm/rpc/heads.ts'
import { hardforkAt } from '../../src/evm/simulation/engine/hardfork.ts'
import { type FixtureAccount, fixtureSource } from './fixtureSource.ts'
import type { Receipt } from './parentState.ts'
import { rawTransaction } from './rawTransaction.ts'
import { ENGINE_FLAGS, parentOf, type RecordedBlock, withSystemCalls } from './replayBlock.ts'
import { withReplayChild } from './replayChild.ts'

/** What became of the transactions of a block. `refused`: what the engine does not take under these rules, and why. */
export type UnderRules = {
  receipts: ReadonlyMap<Hex, Receipt>
  refused: ReadonlyMap<Hex, string>
  inputs: ReadonlyMap<Hex, { input: string; gas: bigint }>
  /** Answers of callTracer, in order; empty unless asked for. */
  trees: unknown[]
}

/**
 * Mines a recorded block on its recorded state under the rules of a fork. Accounts that no record has are absent: other rules may read
 * what the block's own did not. PREVRANDAO is the engine's own, the same under all rules.
 */
export async function minedUnder(
  block: RecordedBlock,
  recorded: ReadonlyMap<Address, FixtureAccount>,
  { hashes, rules, trees }: { hashes: ReadonlyMap<bigint, Hex>; rules: string; trees: boolean },
): Promise<UnderRules> {
  const own = readBlock('ethereum', block)
  const parent = parentOf(block, own, hardforkAt('ethereum', own.number, own.timestamp))
  const source = fixtureSource(parent, withSystemCalls(block, own, recorded), hashes)
  const refused = new Map<Hex, string>()
  return withReplayChild({ block: parent, source, hardfork: rules, flags: ENGINE_FLAGS }, async (rpc) => {
    await rpc('anvil_setCoinbase', block.miner)
    // Blocks that are full under their own rules must hold what costs more under others.
    await rpc('evm_setBlockGasLimit', `0x${(2n * BigInt(String(block.gasLimit))).toString(16)}`)
    await rpc('anvil_setNextBlockBaseFeePerGas', block.baseFeePerGas)
    await rpc('evm_setNextBlockTimestamp', block.timestamp)
    for (const transaction of block.transactions)
      await rpc('eth_sendRawTransaction', rawTransaction(transaction)).catch((error: unknown) => {
        refused.set(transaction.hash as Hex, error instanceof Error ? error.message : String(error))
      })
    await rpc('evm_mine')
    const receipts = (await rpc('eth_getBlockReceipts', 'latest')) as Receipt[]
    const traced: unknown[] = []
    if (trees)
      for (const { transactionHash } of receipts)
        traced.push(await rpc('debug_traceTransaction', transactionHash, { tracer: 'callTracer' }))
    return {
      receipts: new Map(receipts.map((one) => [one.transactionHash, one])),
      refused,
      inputs: new Map(
        block.transactions.map(({ hash, input, gas }) => [
          hash as Hex,
          { input: String(input), gas: BigInt(String(gas)) },
        ]),
      ),
      trees: traced,
    }
  })
}
