import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import type { Agreement } from './agreement.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, LogFilter, LogPage, LogReadOptions } from './chainSource.ts'
import type { EndpointPool } from './endpointPool.ts'
import { createLogRequests, RangeRefused } from './logRequests.ts'
import { readHash, readObject } from './rpcValues.ts'

/** Limit of parts read ahead of a late one: bounds the memory. */
const MAX_AHEAD = 64

/** Windows with fewer, faster answers are doubled. */
const FEW_LOGS = 2_000

const SOON_MS = 1_000

/** Timeouts after which endpoints count as dead. */
const MAX_LATE = 3

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
export function createLogReader(
  { pool, agreement }: { pool: EndpointPool; agreement: Agreement },
  limits: ChainLimits,
): LogReader {
  const requests = createLogRequests({ pool, agreement }, limits)

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

/** A closed range of blocks on its way from unread to read. */
type LogSegment = {
  readonly fromBlock: bigint
  readonly toBlock: bigint
  state: 'waiting' | 'running' | 'read'
  /** Number of requests that busy endpoints refused. */
  tries: number
  /** Number of times that no endpoint answered it, or its parent range, in time. */
  late: number
  logs: ChainLog[]
}

/** The parts of one read, in the order of the read: each block is in exactly one of them, so nothing is lost or seen twice. */
type LogSegments = {
  /** The next window to request; null while the read is far enough ahead, or while its first window decides how wide others may be. */
  next(): LogSegment | null
  answered(segment: LogSegment, logs: ChainLog[], tookMs: number): void
  /** Divides it; false when that gains nothing: a single block was refused, or no endpoint answers. */
  refused(segment: LogSegment, blocks: bigint, late: boolean): boolean
  again(segment: LogSegment): void
  /** The first part, once it is read. */
  take(): LogPage | null
  isEmpty(): boolean
  wereSeveral(): boolean
}

function createLogSegments(
  { fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint },
  { newestFirst, widest }: { newestFirst: boolean; widest: () => bigint | null },
): LogSegments {
  const segments: LogSegment[] = fromBlock > toBlock ? [] : [waiting(fromBlock, toBlock)]
  let width = widest() ?? toBlock - fromBlock + 1n
  let isKnown = widest() !== null
  let windows = 0

  /** Replaces a part by its first `blocks` and the others, in the order of the read. */
  function divide(segment: LogSegment, blocks: bigint): LogSegment {
    if (sizeOf(segment) <= blocks) return segment
    const at = segments.indexOf(segment)
    const [first, rest] = newestFirst
      ? [segment.toBlock - blocks + 1n, segment.toBlock - blocks]
      : [segment.fromBlock + blocks - 1n, segment.fromBlock + blocks]
    const [head, tail] = newestFirst
      ? [waiting(first, segment.toBlock), waiting(segment.fromBlock, rest)]
      : [waiting(segment.fromBlock, first), waiting(rest, segment.toBlock)]
    head.late = segment.late
    tail.late = segment.late
    segments.splice(at, 1, head, tail)
    return head
  }

  return {
    next() {
      if (!isKnown && segments.some(({ state }) => state === 'running')) return null
      const at = segments.findIndex(({ state }) => state === 'waiting')
      const found = segments[at]
      if (found === undefined || at >= MAX_AHEAD) return null
      const window = divide(found, width)
      window.state = 'running'
      windows++
      return window
    },
    answered(segment, logs, tookMs) {
      isKnown = true
      segment.state = 'read'
      segment.logs = logs
      if (logs.length >= FEW_LOGS || tookMs > SOON_MS) return
      const doubled = sizeOf(segment) * 2n
      const ceiling = widest() ?? doubled
      if (doubled > width) width = doubled < ceiling ? doubled : ceiling
    },
    refused(segment, blocks, late) {
      isKnown = true
      segment.state = 'waiting'
      if (late) segment.late++
      if (sizeOf(segment) <= 1n || segment.late >= MAX_LATE) return false
      const narrower = blocks < sizeOf(segment) ? blocks : sizeOf(segment) / 2n
      if (narrower < width) width = narrower
      return true
    },
    again(segment) {
      segment.state = 'waiting'
      segment.tries++
    },
    take() {
      if (segments[0]?.state !== 'read') return null
      const { fromBlock: from, toBlock: to, logs } = segments.shift() as LogSegment
      return { fromBlock: from, toBlock: to, logs }
    },
    isEmpty: () => segments.length === 0,
    wereSeveral: () => windows > 1,
  }
}

function waiting(fromBlock: bigint, toBlock: bigint): LogSegment {
  return { fromBlock, toBlock, state: 'waiting', tries: 0, late: 0, logs: [] }
}

function sizeOf({ fromBlock, toBlock }: LogSegment): bigint {
  return toBlock - fromBlock + 1n
}
