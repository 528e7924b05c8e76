import type { Hex } from '@redoubt/risk/address.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { InternalTransferCoverage } from '../../domain/monitor.ts'
import type {
  BlockHeader,
  BlockMark,
  BlockSource,
  JudgeBlock,
  WantsInternalTransfers,
  WatchedBlock,
  WatchedChain,
  WatchStore,
} from '../ports.ts'
import { createHeaderLine, type HeaderLine } from './headerLine.ts'
import type { WatchLimits } from './watcher.ts'

/** What became of a chain while it was followed. */
export type ChainFollowerEvents = {
  /** `depth`: blocks that were judged and are orphaned; `withdrawn`: events taken back. */
  reorganised(by: { depth: number; withdrawn: number; ancestor: bigint }): void
  /** Blocks that will not be judged: they are too old. */
  skipped(blocks: { from: bigint; to: bigint }): void
  /** A block was judged. `due`: deliveries that it made; `inside`: null where no monitor wanted it, or there was nothing to be seen. */
  passed(block: BlockHeader, due: number, inside: InternalTransferCoverage | null): void
}

export type ChainFollower = {
  /**
   * Follows the head once and judges what is confirmed, a few blocks at most.
   * @returns Whether there is more to be judged already.
   * @throws LeadershipLost, and any error of a read, the judge or the store: the next turn does the rest.
   */
  turn(signal: AbortSignal): Promise<boolean>
  /** The newest block believed in; null before the first turn. */
  head(): BlockHeader | null
  judged(): bigint | null
  /** Forgets what it believes: the store knows where to go on. */
  reset(): void
}

/** Headers read in one step, ahead of the block judged last at most. */
const SEGMENT = 128n
/** Blocks judged in one turn. */
const BLOCKS_A_TURN = 16
/** Blocks read at once, the one to be judged among them. */
const READ_AHEAD = 3
const READS_BEFORE_DOUBT = 3
/** Confirmed blocks that may wait while one is traced: with more, the watcher has to catch up. */
const MAX_TRACED = 8

/** Without `sight`: it has no transactions. */
type ReadBlock = { block: WatchedBlock; sight?: InternalTransferCoverage | null }

/**
 * Follows one chain as its `node`: blocks are judged in order, each once it has its confirmations, and go to the store with
 * their events. No endpoint is believed that contradicts the hashes known, unless its chain is longer, or no other was heard of for a while.
 */
export function createChainFollower(options: {
  watched: WatchedChain
  node: string
  source: BlockSource
  store: WatchStore
  judge: JudgeBlock
  /** Left out: no monitor does. */
  wantsInternalTransfers?: WantsInternalTransfers
  confirmations: number
  limits: WatchLimits
  news: ChainFollowerEvents
  now: () => number
}): ChainFollower {
  const { watched, node, source, store, limits, news, now } = options
  const confirmations = BigInt(options.confirmations)
  const reading = new Map<Hex, Promise<ReadBlock>>()
  let line: HeaderLine | null = null
  let head: BlockHeader | null = null
  /** When the head moved last, and since when another chain is all that is heard of. */
  let movedAt = now()
  let contestedAt: number | null = null
  let failedReads = 0

  async function begin(signal: AbortSignal): Promise<HeaderLine> {
    const newest = await source.newest(true, signal)
    const marks = await store.load(watched)
    const last = marks.at(-1)
    const confirmed = newest.number > confirmations ? newest.number - confirmations : 0n
    const oldest = last && (await skipTo(source, { from: last.number + 1n, to: confirmed, limits, now: now() }, signal))
    if (last && oldest === last.number + 1n) return createHeaderLine(marks)
    const at = oldest === undefined ? confirmed : oldest - 1n
    const [start] =
      newest.number - at > SEGMENT
        ? [await source.headerAt(at, signal)]
        : [...(await source.ancestors(newest, at, signal)), newest]
    if (start === undefined) throw new RangeError('There is no block to begin with.')
    const skippedBlocks = last && { from: last.number + 1n, to: start.number }
    await store.begin(
      ...([watched, node, { number: start.number, hash: start.hash }] as const),
      skippedBlocks && { ...skippedBlocks, at: now() },
    )
    if (skippedBlocks) news.skipped(skippedBlocks)
    return createHeaderLine([start])
  }

  /** The head to go to; null while there is none to be believed. */
  async function chooseHead(on: HeaderLine, signal: AbortSignal): Promise<BlockHeader | null> {
    let newest = await source.newest(now() - movedAt > limits.staleMs, signal)
    // One endpoint may lag, or be on a fork of its own.
    if (!continues(on, newest)) newest = await source.newest(true, signal)
    const known = on.hashAt(newest.number)
    if (known === newest.hash) {
      contestedAt = null
      if (newest.number === on.tip().number) head = newest
      return null
    }
    if (newest.number > on.tip().number) return newest
    if (!isPatienceOver()) return null
    // Below all known hashes it may be an old head of the same chain: blocks from before the watch would be judged as new.
    return newest.number < on.floor() && (await isOurs(on, signal)) ? null : newest
  }

  /** Whether the endpoints still have the oldest known block in its place. */
  async function isOurs(on: HeaderLine, signal: AbortSignal): Promise<boolean> {
    const floor = on.floor()
    const found = await source.headerAt(floor, signal).catch(() => null)
    return found !== null && found.hash === on.hashAt(floor)
  }

  /** Whether another chain is all that was heard of for long enough. */
  function isPatienceOver(): boolean {
    contestedAt ??= now()
    return now() - contestedAt >= limits.patienceMs
  }

  /** The blocks that lead from the line to the head, or a part of the way; null when it contradicts all that is known. */
  async function branchTo(on: HeaderLine, to: BlockHeader, signal: AbortSignal): Promise<BlockHeader[] | null> {
    const tip = on.tip().number
    const target = to.number > tip + SEGMENT ? await source.headerAt(tip + SEGMENT, signal) : to
    let branch = target.number > tip ? [...(await source.ancestors(target, tip + 1n, signal)), target] : [target]
    for (let step = 4n; ; step = step < 64n ? step * 2n : step) {
      const leaves = branch.findLastIndex(({ number, parentHash }) => on.hashAt(number - 1n) === parentHash)
      if (leaves >= 0) return branch.slice(leaves)
      const first = branch[0] ?? target
      if (first.number <= on.floor()) return isPatienceOver() ? branch : null
      const lower = first.number - step
      branch = [...(await source.ancestors(first, lower > on.floor() ? lower : on.floor(), signal)), ...branch]
    }
  }

  async function follow(on: HeaderLine, signal: AbortSignal): Promise<void> {
    const to = await chooseHead(on, signal)
    if (to === null || on.tip().number - on.judged().number >= SEGMENT) return
    const branch = await branchTo(on, to, signal)
    const first = branch?.[0]
    if (!branch || !first) return
    const ancestor: BlockMark = { number: first.number - 1n, hash: first.parentHash }
    if (ancestor.number < on.tip().number) reading.clear()
    if (ancestor.number < on.judged().number) {
      const withdrawn = await store.rollBack(watched, node, ancestor)
      news.reorganised({ depth: on.adopt(branch), withdrawn, ancestor: ancestor.number })
    } else on.adopt(branch)
    head = to
    movedAt = now()
    contestedAt = null
  }

  function read(header: BlockHeader, isBehind: boolean, signal: AbortSignal): Promise<ReadBlock> {
    const known = reading.get(header.hash)
    if (known) return known
    const { chain, environment } = watched
    const begun = source.whole(header, signal).then(async (whole): Promise<ReadBlock> => {
      const block = { chain, environment, ...whole }
      if (block.transactions.length === 0) return { block }
      if (!(await options.wantsInternalTransfers?.(watched))) return { block, sight: null }
      // Catching up comes first.
      const inside = isBehind ? 'failed' : await source.inside(whole, signal)
      return typeof inside === 'string' ? { block, sight: inside } : { block: { ...block, inside }, sight: 'seen' }
    })
    reading.set(header.hash, begun)
    begun.catch(() => reading.delete(header.hash))
    return begun
  }

  /** It may be a block that no endpoint knows any more: what is ahead is looked for again after some failures. */
  async function readNext(on: HeaderLine, header: BlockHeader, signal: AbortSignal): Promise<ReadBlock> {
    try {
      const found = await read(header, false, signal)
      failedReads = 0
      return found
    } catch (error) {
      if (++failedReads % READS_BEFORE_DOUBT === 0) on.drop()
      throw error
    }
  }

  async function judge(on: HeaderLine, header: BlockHeader, signal: AbortSignal): Promise<void> {
    const { block, sight } = await readNext(on, header, signal)
    const events = await options.judge(block, signal)
    const keepFrom = header.number - BigInt(limits.keptBlocks)
    const step = { block: { number: header.number, hash: header.hash }, parentHash: header.parentHash, keepFrom }
    const due = await store.advance(watched, node, {
      ...step,
      events: events.map(ofInstance),
      ...(sight !== undefined && { inside: sight }),
    })
    on.pass(keepFrom)
    reading.delete(header.hash)
    news.passed(header, due, sight ?? null)
  }

  /** Two sandboxes have the same transactions. */
  function ofInstance(event: NewEvent): NewEvent {
    const { instance } = watched
    return instance === '' || event.identity === null ? event : { ...event, identity: `${instance}:${event.identity}` }
  }

  return {
    async turn(signal) {
      line ??= await begin(signal)
      const on = line
      // Blocks that are confirmed already can be judged while no endpoint answers for the head.
      const followed = await follow(on, signal).then(
        () => null,
        (error: unknown) => ({ error }),
      )
      for (let judged = 0; ; judged++) {
        const ready = on.ahead().filter(({ number }) => head !== null && number <= head.number - confirmations)
        const [next] = ready
        if (next === undefined && followed) throw followed.error
        if (next === undefined) return false
        if (judged === BLOCKS_A_TURN) return true
        if (Number(next.timestamp) * 1000 < now() - limits.maxAgeMs) {
          line = null
          return false
        }
        const isBehind = ready.length > MAX_TRACED
        for (const header of ready.slice(0, READ_AHEAD)) void read(header, isBehind, signal).catch(() => {})
        await judge(on, next, signal)
      }
    },
    head: () => head,
    judged: () => line?.judged().number ?? null,
    reset() {
      line = null
      reading.clear()
    },
  }
}

/** Whether a header may be the next of the line, or later. */
function continues(line: HeaderLine, header: BlockHeader): boolean {
  const tip = line.tip()
  if (header.number === tip.number + 1n) return header.parentHash === tip.hash
  return header.number > tip.number || line.hashAt(header.number) === header.hash
}

/** The first of some blocks that is not too old to be judged; the one after the last when all are. */
export async function skipTo(
  source: Pick<BlockSource, 'headerAt'>,
  { from, to, limits, now }: { from: bigint; to: bigint; limits: Pick<WatchLimits, 'maxAgeMs'>; now: number },
  signal: AbortSignal,
): Promise<bigint> {
  const isOld = async (number: bigint) => {
    const { timestamp } = await source.headerAt(number, signal)
    return Number(timestamp) * 1000 < now - limits.maxAgeMs
  }
  if (from > to || !Number.isFinite(limits.maxAgeMs) || !(await isOld(from))) return from
  let [old, young] = [from, to + 1n]
  while (young - old > 1n) {
    const middle = (old + young) / 2n
    if (await isOld(middle)) old = middle
    else young = middle
  }
  return young
}
