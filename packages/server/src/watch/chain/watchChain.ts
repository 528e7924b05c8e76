import { setTimeout as sleep } from 'node:timers/promises'
import type { InternalTransferCoverage } from '../../domain/monitor.ts'
import {
  type BlockSource,
  type JudgeBlock,
  LeadershipLost,
  type WantsInternalTransfers,
  type WatchedChain,
  type WatchStore,
} from '../ports.ts'
import { type ChainFollower, type ChainFollowerEvents, createChainFollower } from './followChain.ts'
import type { WatchLimits } from './watcher.ts'

/** How a chain is being watched, as operators see it. Timestamps in Unix seconds; counts since the process started. */
export type WatchStatus = {
  chain: WatchedChain['chain']
  environment: WatchedChain['environment']
  leading: boolean
  /** Numbers of the newest block and of the one judged last; null before the first. */
  head: bigint | null
  judged: bigint | null
  /** Confirmed blocks that are not judged yet. */
  behind: number
  headTimestamp: bigint | null
  reorganisations: number
  withdrawn: number
  skipped: number
  /** Blocks whose coin transfers inside of transactions could not be read, though a monitor wants them. */
  untraced: number
  failures: number
}

export type ChainWatcher = {
  start(): void
  status(): WatchStatus
  /** Ends its work and gives the lead back; `forget` when no monitor is left: blocks in between are not caught up with. */
  stop(options: { forget: boolean }): Promise<void>
}

/** A process that is killed leads no more after this long. */
const LEASE_MS = 15_000
const RENEW_MS = 5_000
/** After failures in a row the next look comes later: at most so many polls, and so many milliseconds. Endpoints back off besides. */
const MAX_POLLS = 16
const MAX_WAIT_MS = 15_000

/** Watches one chain until it is stopped; of several processes, one does. */
export function createChainWatcher(options: {
  watched: WatchedChain
  node: string
  source: BlockSource
  store: WatchStore
  judge: JudgeBlock
  wantsInternalTransfers?: WantsInternalTransfers
  confirmations: number
  limits: WatchLimits
  /** Unix milliseconds. */
  now: () => number
  /** Deliveries are due. */
  onDue(): void
  onReorganised(by: Parameters<ChainFollowerEvents['reorganised']>[0]): void
  onSkipped(blocks: Parameters<ChainFollowerEvents['skipped']>[0]): void
  /** It changed whether coins that move inside of transactions are seen. */
  onSight(sight: InternalTransferCoverage): void
  onProblem(error: unknown): void
}): ChainWatcher {
  const { watched, node, store, limits, confirmations, now } = options
  const counts = { reorganisations: 0, withdrawn: 0, skipped: 0, untraced: 0, failures: 0 }
  const stopping = new AbortController()
  let leadsUntil = 0
  let failedInARow = 0
  let sight: InternalTransferCoverage = 'seen'
  let running: Promise<void> | null = null

  const follower: ChainFollower = createChainFollower({
    ...options,
    news: {
      passed: (_, due, inside) => {
        if (due > 0) options.onDue()
        if (inside !== null && inside !== 'seen') counts.untraced++
        if (inside !== null && inside !== sight) options.onSight(inside)
        sight = inside ?? sight
      },
      reorganised(by) {
        counts.reorganisations++
        counts.withdrawn += by.withdrawn
        options.onReorganised(by)
      },
      skipped(blocks) {
        counts.skipped += Number(blocks.to - blocks.from) + 1
        options.onSkipped(blocks)
      },
    },
  })

  async function lead(): Promise<boolean> {
    const at = now()
    if (at < leadsUntil - LEASE_MS + RENEW_MS) return true
    const leads = await store.lead(watched, node, at, LEASE_MS)
    // Another node led meanwhile and has moved the chain.
    if (at >= leadsUntil) follower.reset()
    leadsUntil = leads ? at + LEASE_MS : 0
    return leads
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let wait = limits.pollMs
      const [head, judged] = [follower.head(), follower.judged()]
      try {
        if (!(await lead())) wait = RENEW_MS
        else if (await follower.turn(stopping.signal)) wait = 0
        failedInARow = 0
      } catch (error) {
        if (stopping.signal.aborted) return
        if (error instanceof LeadershipLost) leadsUntil = 0
        else {
          counts.failures++
          options.onProblem(error)
        }
        // An endpoint that fails now and then still gets on.
        if (follower.head() !== head || follower.judged() !== judged) failedInARow = 0
        wait = Math.min(MAX_WAIT_MS, limits.pollMs * Math.min(MAX_POLLS, 2 ** failedInARow++))
      }
      // Even with no wait, others have their turn.
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  return {
    start() {
      running ??= run()
    },
    status() {
      const [head, judged] = [follower.head(), follower.judged()]
      const confirmed = head === null ? null : head.number - BigInt(confirmations)
      const behind = confirmed === null || judged === null || confirmed < judged ? 0 : Number(confirmed - judged)
      const { chain, environment } = watched
      return {
        chain,
        environment,
        leading: leadsUntil > now(),
        behind,
        judged,
        head: head?.number ?? null,
        headTimestamp: head?.timestamp ?? null,
        ...counts,
      }
    },
    async stop({ forget }) {
      stopping.abort()
      await running
      if (leadsUntil === 0) return
      try {
        await (forget ? store.forget(watched, node) : store.release(watched, node))
      } catch (error) {
        // It lapses by itself.
        if (!(error instanceof LeadershipLost)) options.onProblem(error)
      }
    },
  }
}
