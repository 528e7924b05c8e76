import { randomUUID } from 'node:crypto'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../../domain/environment.ts'
import type { StoredStatus } from '../../domain/monitor.ts'
import type { BlockSource, JudgeBlock, WantsInternalTransfers, WatchedChain, WatchStore } from '../ports.ts'
import { type ChainWatcher, createChainWatcher, type WatchStatus } from './watchChain.ts'
import { SANDBOX_WATCH_LIMITS, watchLimits } from './watcher.ts'

/** Watches the chains that have monitors, and only while they have any. */
export type ChainWatchers = {
  start(): void
  /** What is watched may have changed: looks now. */
  wake(): void
  status(): WatchStatus[]
  /** Returns how far a chain is, on whichever node watches it; null: it is not watched. */
  kept(chain: Chain, environment: Environment): Promise<StoredStatus | null>
  /** Ends what is under way; another node, or the next start, goes on where it ended. */
  close(): Promise<void>
}

/** Between two looks at who watches: the first is after the start. */
const LOOK_MS = 500
/** A sandbox has no forks of its own making; one block more shows that a block stays. */
const SANDBOX_CONFIRMATIONS = 1

/**
 * Follows every chain that has a monitor or a webhook, one watcher each.
 * @param options.networks null while an environment has no chains: watching alone does not start the sandbox.
 * @param options.confirmations null: the chain is not watched.
 * @param options.wake tells the delivery loop that something is due.
 */
export function createChainWatchers(options: {
  store: WatchStore
  networks(environment: Environment): Promise<{ blocks(chain: Chain): BlockSource }> | null
  /** Chains that an environment has. */
  offered(environment: Environment): readonly Chain[]
  isWatching(chain: Chain, environment: Environment): Promise<boolean>
  judge: JudgeBlock
  wantsInternalTransfers: WantsInternalTransfers
  confirmations: Record<Chain, number | null>
  wake(): void
  log(level: 'info' | 'warn', details: object, message: string): void
}): ChainWatchers {
  const { store, judge, wantsInternalTransfers, log } = options
  const node = randomUUID()
  const watchers = new Map<string, ChainWatcher>()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let lookAgain = false
  let closing = false

  /** Every process has a sandbox of its own, and makes another at its next start. */
  const watchedAs = (chain: Chain, environment: Environment): WatchedChain => ({
    chain,
    environment,
    instance: environment === 'test' ? node : '',
  })

  function create(chain: Chain, environment: Environment, source: BlockSource, confirmations: number): ChainWatcher {
    const watched = watchedAs(chain, environment)
    const about = { chain, environment }
    return createChainWatcher({
      watched,
      node,
      source,
      store,
      judge,
      wantsInternalTransfers,
      confirmations,
      now: Date.now,
      onDue: options.wake,
      limits: environment === 'test' ? SANDBOX_WATCH_LIMITS : watchLimits(chain),
      onReorganised: ({ depth, withdrawn, ancestor }) =>
        log('warn', { ...about, depth, withdrawn, ancestor: `${ancestor}` }, 'judged blocks of a chain were orphaned'),
      onSkipped: ({ from, to }) =>
        log(
          'warn',
          { ...about, from: `${from}`, to: `${to}` },
          'blocks are too old to be told of: they are passed over',
        ),
      onSight: (sight) =>
        sight === 'seen'
          ? log('info', about, 'coins that move inside of transactions are seen')
          : log('warn', { ...about, reason: sight }, 'coins that move inside of transactions are not seen'),
      onProblem: (error) => log('warn', { ...about, err: error }, 'a chain cannot be watched for now'),
    })
  }

  async function lookAt(chain: Chain, environment: Environment): Promise<void> {
    const key = `${environment} ${chain}`
    const confirmations = environment === 'test' ? SANDBOX_CONFIRMATIONS : options.confirmations[chain]
    if (confirmations === null) return
    const wanted = await options.isWatching(chain, environment)
    const watcher = watchers.get(key)
    if (wanted && !watcher) {
      const source = (await options.networks(environment))?.blocks(chain)
      if (source === undefined || closing) return
      const started = create(chain, environment, source, confirmations)
      watchers.set(key, started)
      started.start()
    } else if (!wanted && watcher) {
      watchers.delete(key)
      await watcher.stop({ forget: true })
    }
  }

  async function look(): Promise<void> {
    for (const environment of ['live', 'test'] as const)
      for (const chain of options.offered(environment)) {
        if (closing) return
        await lookAt(chain, environment)
      }
  }

  function wake(): void {
    if (closing || timer === null) return
    if (looking !== null) {
      lookAgain = true
      return
    }
    looking = look()
      .catch((error: unknown) => log('warn', { err: error }, 'it cannot be told who watches'))
      .then(() => {
        looking = null
        if (lookAgain) {
          lookAgain = false
          wake()
        }
      })
  }

  return {
    start() {
      timer ??= setInterval(wake, LOOK_MS)
    },
    wake,
    kept: (chain, environment) => store.status(watchedAs(chain, environment)),
    status: () => [...watchers.values()].map((watcher) => watcher.status()),
    async close() {
      closing = true
      if (timer !== null) clearInterval(timer)
      await looking
      await Promise.all([...watchers].map(([key, one]) => one.stop({ forget: key.startsWith('test') })))
    },
  }
}
