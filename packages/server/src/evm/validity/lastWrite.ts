import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { OpenSlot } from '@redoubt/risk/validityFacts.ts'
import { NETWORKS } from '../../chains/index.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** Blocks whose state nodes keep that are no archives: 128, less what the head moves on meanwhile. */
const KEPT_BY_ALL = 120n
/** Blocks looked into side by side; a day takes four rounds of them. */
const PROBES = 16n

/**
 * The last change of a slot within about a day before the pinned block, found by looking into ever smaller stretches; who
 * made it, when one transaction of that block called the contract or left logs of it. A value that went and came back between two
 * looks is not seen. Null: no change seen, or the node keeps no such state.
 */
export async function lastWrite(
  chain: ChainSource,
  { block, contract, slot, value }: { block: PinnedBlock; contract: Address; slot: Hex; value: Hex },
  signal: AbortSignal,
): Promise<OpenSlot['lastWrite']> {
  const differs = async (number: bigint) =>
    (await chain.storage(await chain.blockAt(number, signal), contract, slot, signal)) !== value
  const start = (blocks: bigint) => (block.number > blocks ? block.number - blocks : 0n)
  try {
    let low = start(NETWORKS[block.chain].blocks.inADay)
    const changed = await differs(low).catch(() => {
      signal.throwIfAborted()
      low = start(KEPT_BY_ALL)
      return differs(low)
    })
    if (!changed) return null
    let high = block.number
    while (high - low > 1n) {
      const step = (high - low) / (PROBES + 1n) || 1n
      const numbers: bigint[] = []
      for (let at = low + step; at < high && numbers.length < Number(PROBES); at += step) numbers.push(at)
      const answers = await Promise.all(numbers.map(differs))
      const last = answers.lastIndexOf(true)
      high = numbers[last + 1] ?? high
      low = numbers[last] ?? low
    }
    return await writeIn(chain, { block, contract, number: high }, signal)
  } catch {
    signal.throwIfAborted()
    return null
  }
}

async function writeIn(
  chain: ChainSource,
  { block, contract, number }: { block: PinnedBlock; contract: Address; number: bigint },
  signal: AbortSignal,
): Promise<OpenSlot['lastWrite']> {
  const [at, codeBefore, logs, sent] = await Promise.all([
    chain.blockAt(number, signal),
    chain.codeAt(block, number - 1n, contract, signal),
    chain.logs({ address: [contract], fromBlock: number, toBlock: number, pin: block }, signal).catch(() => []),
    chain.transactionsIn(number, signal).catch(() => []),
  ])
  const named = new Set(logs.map(({ transactionHash }) => transactionHash))
  const calls = sent.filter(({ hash, transaction }) => transaction.to === contract || named.has(hash))
  // Of several that touched it, which one wrote is not told by the block alone.
  const only = calls.length === 1 ? calls[0] : undefined
  return {
    blockNumber: number,
    timestamp: at.timestamp,
    by: only?.transaction.from ?? null,
    transactionHash: only?.hash ?? null,
    creation: codeBefore === '0x',
  }
}
