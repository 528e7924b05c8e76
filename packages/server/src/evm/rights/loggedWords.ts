import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { idsAmong } from '../claims/calls/exitCalls.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { HISTORY_BLOCKS } from './linkedContracts.ts'

const MAX_LOGS = 20
const MAX_IDS = 3
const MAX_AMOUNTS = 2
const MIN_AMOUNT = 100_000n
const MAX_AMOUNT = 1n << 128n

/**
 * Returns small ids and amounts in a contract's newest logs that name the account: positions and deposits may have no getter. Never
 * rejects but for the signal.
 */
export async function loggedWords(
  chain: ChainSource,
  block: PinnedBlock,
  { account, contract }: { account: Address; contract: Address },
  signal: AbortSignal,
): Promise<{ ids: bigint[]; amounts: bigint[] }> {
  const oldest = block.number - HISTORY_BLOCKS + 1n
  const range = { fromBlock: oldest > 0n ? oldest : 0n, toBlock: block.number, pin: block, address: [contract] }
  const party: Hex = `0x${account.slice(2).padStart(64, '0')}`
  const asked = [[null, party] as const, [null, null, party] as const].map((topics) =>
    chain.logs({ ...range, topics: [...topics] }, signal).catch(() => {
      signal.throwIfAborted()
      return []
    }),
  )
  const logs = (await Promise.all(asked)).flat().slice(-MAX_LOGS)
  const words = logs.flatMap(({ topics, data }) => [
    ...topics.slice(1).map((topic) => BigInt(topic)),
    ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`)),
  ])
  const amounts = [...new Set(words)].filter((one) => one >= MIN_AMOUNT && one < MAX_AMOUNT && one !== BigInt(account))
  const ids = idsAmong(words).filter((one) => one < MIN_AMOUNT)
  return {
    ids: ids.slice(0, MAX_IDS),
    amounts: amounts.toSorted((a, b) => (a > b ? -1 : 1)).slice(0, MAX_AMOUNTS),
  }
}
