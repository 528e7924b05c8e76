import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { EVENTS } from '../decode/transfers.ts'
import type { ChainLog, ChainSource, LogFilter } from '../rpc/chainSource.ts'

/** Milliseconds for reading; older blocks are not worth a longer wait. */
const LONGEST = 3_000
/** Limit per kind; an exchange moves more in a day. */
const MAX_LOGS = 10_000

export type TransferLogs = {
  logs: ChainLog[]
  /** False: older transfers may be missing; `why` says so in words. */
  complete: boolean
  why: string | null
}

/**
 * Logs that name the account as giver or taker of tokens or items, as far back as they can be read in the time. A part, and it
 * says so, where older blocks were not reached or logs could not be read.
 */
export async function readTransferLogs(
  chain: Pick<ChainSource, 'logPages'>,
  { block, address, longest = LONGEST }: { block: PinnedBlock; address: Address; longest?: number },
  signal: AbortSignal,
): Promise<TransferLogs> {
  const party: Hex = `0x${address.slice(2).padStart(64, '0')}`
  const items: Hex[] = [EVENTS.TransferSingle, EVENTS.TransferBatch]
  const filters: (Hex | Hex[] | null)[][] = [
    [EVENTS.Transfer, party],
    [EVENTS.Transfer, null, party],
    [items, null, party],
    [items, null, null, party],
  ]
  const within = AbortSignal.any([signal, AbortSignal.timeout(longest)])
  const parts = await Promise.all(
    filters.map((topics) => readBack(chain, { topics, fromBlock: 0n, toBlock: block.number, pin: block }, within)),
  )
  signal.throwIfAborted()
  // The kind with the shortest read range bounds all of them.
  const from = parts.map((part) => part.from).reduce((a, b) => (a > b ? a : b))
  const logs = parts.flatMap((part) => part.logs)
  if (from === 0n) return { logs, complete: true, why: null }
  const why = from > block.number ? 'logs: could not be read' : `logs: only those since block ${from} were read`
  return { logs, complete: false, why }
}

/** Reads newest first until the time, the limit or the node ends it. `from`: the first block of the range read without a gap. */
async function readBack(
  chain: Pick<ChainSource, 'logPages'>,
  filter: LogFilter,
  signal: AbortSignal,
): Promise<{ logs: ChainLog[]; from: bigint }> {
  const logs: ChainLog[] = []
  let from = filter.toBlock + 1n
  try {
    for await (const page of chain.logPages(filter, { signal, newestFirst: true })) {
      logs.push(...page.logs)
      from = page.fromBlock
      if (logs.length >= MAX_LOGS) break
    }
  } catch {
    // The logs read so far stay valid; `from` tells where they begin.
  }
  return { logs, from }
}
