import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { callData, wordAt } from '../decode/callData.ts'
import { readAggregate } from '../market/readAggregate.ts'
import type { ChainSource } from '../rpc/chainSource.ts'

/** An account's part of a token, in percent of the supply. */
export type Share = { address: Address; share: number }

/** Percent below which a share is dust. */
const MIN_SHARE = 0.01

/**
 * What each of the accounts holds of a token at the block, the largest first, dust left out: one upstream call. Null when the
 * token does not tell its supply, or has none. A token that says of one account more than there is says 100.
 * @throws when the network cannot be read.
 */
export async function readShares(
  chain: ChainSource,
  { block, token, accounts }: { block: PinnedBlock; token: Address; accounts: readonly Address[] },
  signal: AbortSignal,
): Promise<Share[] | null> {
  const holders = [...new Set(accounts)]
  const reads = [callData('totalSupply'), ...holders.map((holder) => callData('balanceOf', holder))]
  const [supplyAnswer = null, ...answers] = await readAggregate(
    chain,
    { block, reads: reads.map((data) => ({ to: token, data })) },
    signal,
  )
  const supply = wordAt(supplyAnswer)
  if (supply === null || supply === 0n) return null
  return holders
    .map((address, index) => ({ address, share: percent(wordAt(answers[index] ?? null) ?? 0n, supply) }))
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share || (a.address < b.address ? -1 : 1))
}

/** To a hundredth of a percent, downwards. */
function percent(part: bigint, whole: bigint): number {
  const hundredths = (part * 10_000n) / whole
  return Number(hundredths > 10_000n ? 10_000n : hundredths) / 100
}
