import type { ChainLog, LogPage } from './chainSource.ts'

/** A closed range of blocks on its way from unread to read. */
export type LogSegment = {
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
export type LogSegments = {
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

/** Limit of parts read ahead of a late one: bounds the memory. */
const MAX_AHEAD = 64
/** Windows with fewer, faster answers are doubled. */
const FEW_LOGS = 2_000
const SOON_MS = 1_000

/** Timeouts after which endpoints count as dead. */
const MAX_LATE = 3

export function createLogSegments(
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
