import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../../decode/emittedLogs.ts'
import type { ChainLog } from '../../rpc/chainSource.ts'
import { word } from '../../trade/trader.ts'
import type { ClaimSources } from '../runs/claimRuns.ts'

/** Blocks whose transfers are read, and depositors that are returned. */
const LOG_BLOCKS = 2_000n
const MAX_DEPOSITORS = 6

/** Accounts that paid the contract lately, with what they paid beyond what they got back; the largest first. Null where it is not known. */
export async function pastDeposits(
  { chain }: Pick<ClaimSources, 'chain'>,
  { block, account }: { block: PinnedBlock; account: Address },
  { asset, contract }: { asset: Address; contract: Address },
  signal: AbortSignal,
): Promise<[Address, bigint][] | null> {
  const fromBlock = block.number > LOG_BLOCKS ? block.number - LOG_BLOCKS : 0n
  const range = { address: [asset], fromBlock, toBlock: block.number, pin: block }
  const own = `0x${word(contract)}` as const
  const [paid, got] = await Promise.all(
    [
      [EVENTS.Transfer, null, own],
      [EVENTS.Transfer, own],
    ].map((topics) => chain.logs({ ...range, topics }, signal).catch(() => unknown(signal))),
  )
  if (!paid || !got) return null
  const sums = new Map<Address, bigint>()
  const add = (logs: readonly ChainLog[], place: 1 | 2, sign: bigint) => {
    for (const { topics, data } of logs) {
      const other = topics[place] === undefined ? null : (`0x${topics[place].slice(-40)}` as Address)
      if (other !== null && data.length === 66) sums.set(other, (sums.get(other) ?? 0n) + sign * BigInt(data))
    }
  }
  add(paid, 1, 1n)
  add(got, 2, -1n)
  return [...sums]
    .filter(([other, sum]) => sum > 0n && other !== account && other !== contract)
    .toSorted(([, a], [, b]) => (a > b ? -1 : 1))
    .slice(0, MAX_DEPOSITORS)
}

function unknown(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}
