import type { ChainLog, ChainSource, LogFilter } from '../rpc/chainSource.ts'

/**
 * Logs as far as they could be read, newest first. `from`: the oldest block whose logs are all here, but for the `dropped` ones; null when
 * there is none. `whole`: that is the whole range.
 */
export type LogsRead = { logs: ChainLog[]; from: bigint | null; whole: boolean; dropped: number }

/**
 * All logs of a range, from the newest on: what cannot be read in time is the oldest. Never rejects: a failure is a range that
 * was not read, and `whole` says so.
 * @param most logs kept. Where some are `precious`, reading goes on and the others are dropped, else it ends there.
 */
export async function readAllLogs(
  chain: Pick<ChainSource, 'logPages'>,
  filter: LogFilter,
  { signal, max, isPrecious }: { signal: AbortSignal; max: number; isPrecious?: (log: ChainLog) => boolean },
): Promise<LogsRead> {
  const read: LogsRead = { logs: [], from: null, whole: false, dropped: 0 }
  let [ordinary, precious] = [0, 0]
  try {
    for await (const page of chain.logPages(filter, { signal, newestFirst: true })) {
      for (const log of page.logs.toReversed()) {
        const counted = isPrecious?.(log) ? ++precious : ++ordinary
        if (counted <= max) read.logs.push(log)
        else if (isPrecious === undefined || precious > max) return { ...read, from: log.blockNumber + 1n }
        else read.dropped++
      }
      read.from = page.fromBlock
    }
    read.whole = true
  } catch {
    // Said by `whole`.
  }
  return read
}
