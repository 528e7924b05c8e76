import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, LogFilter, LogPage, LogReadOptions } from './chainSource.ts'
import type { EndpointPool } from './endpointPool.ts'
import { createLogRequests, RangeRefused } from './logRequests.ts'
import { createLogSegments, type LogSegment } from './logSegments.ts'
import { readHash, readObject } from './rpcValues.ts'

export type LogReader = {
  /** Consecutive parts of the range, in order. */
  pages(filter: LogFilter, options?: LogReadOptions): AsyncGenerator<LogPage>
  /** All logs of the range, oldest first. */
  all(filter: LogFilter, signal: AbortSignal): Promise<ChainLog[]>
}

/** Times that a range is asked again of a network whose endpoints are all over their rate limits. */
const MAX_RETRIES = 4
const RETRY_MS = 300

/**
 * Reads logs of any range. Begins with all of it, or with as much as the endpoints were found to answer, narrows where they
 * refuse, widens where there is little, and asks for several windows at once. What cannot be read is an error: never a gap.
 */
export function createLogReader(pool: EndpointPool, limits: ChainLimits): LogReader {
  const requests = createLogRequests(pool, limits)

  async function* pages(filter: LogFilter, options: LogReadOptions = {}): AsyncGenerator<LogPage> {
    const { signal, newestFirst = false, onProgress } = options
    const segments = createLogSegments(filter, { newestFirst, widest: requests.widest })
    let most = limits.logRequests
    let running = 0
    let failure: { error: unknown } | null = null
    let read = 0n
    let isOver = false
    let wake = (): void => undefined

    const fail = (error: unknown) => {
      failure ??= { error }
    }
    async function ask(segment: LogSegment): Promise<void> {
      const began = performance.now()
      try {
        const logs = await requests.ask(filter, segment, () => !isOver && failure === null)
        segments.answered(segment, logs, performance.now() - began)
        read += segment.toBlock - segment.fromBlock + 1n
        onProgress?.({ blocks: read, of: filter.toBlock - filter.fromBlock + 1n })
      } catch (error) {
        if (error instanceof RangeRefused) {
          if (!segments.refused(segment, error.blocks, error.late)) fail(error.cause)
        } else if (requests.isBusy(error) && segment.tries < MAX_RETRIES) {
          most = Math.max(1, Math.floor(most / 2))
          await pause(RETRY_MS * 2 ** segment.tries, signal)
          segments.again(segment)
        } else fail(error)
      } finally {
        running--
        wake()
      }
    }
    const onAbort = () => {
      fail(signal?.reason)
      wake()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      signal?.throwIfAborted()
      while (!segments.isEmpty()) {
        const page = segments.take()
        if (page !== null) {
          yield page
          continue
        }
        if (failure !== null) throw (failure as { error: unknown }).error
        for (let next = running < most ? segments.next() : null; next; next = running < most ? segments.next() : null) {
          running++
          void ask(next)
        }
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (filter.pin !== undefined && segments.wereSeveral()) await stillCanonical(filter.pin)
    } finally {
      isOver = true
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** Windows read before and after a reorganisation are of two histories. */
  async function stillCanonical(pin: PinnedBlock): Promise<void> {
    const hash = await pool.request({
      method: 'eth_getBlockByNumber',
      params: () => [`0x${pin.number.toString(16)}`, false],
      read: (result) => readHash(readObject(result, 'block').hash),
      timeoutMs: limits.attemptTimeoutMs,
    })
    if (hash === pin.hash) return
    const cause = new Error(`block ${pin.number} was replaced while its logs were read`)
    throw new NetworkUnavailable(pin.chain, 1, { cause })
  }

  return {
    pages,
    async all(filter, signal) {
      const logs: ChainLog[] = []
      for await (const page of pages(filter, { signal })) for (const log of page.logs) logs.push(log)
      return logs
    },
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
