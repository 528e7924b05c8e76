import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Environment } from '../../domain/environment.ts'
import type { MonitorSettings } from '../../domain/monitor.ts'
import type { SignedOwner, WatchedPermission } from '../../domain/signedPermission.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { withinTime } from '../../lib/withinTime.ts'
import type { CounterpartyScore } from '../alerts/monitorSources.ts'
import type { SignedPermissions } from '../ports.ts'
import { judgeSigned, type SignedReading, signedEvent } from './judgeSigned.ts'
import { readSigned, type SignedSources } from './readSigned.ts'
import { createUsesOf, type UsesOf } from './usesOf.ts'

export type SignedWatch = {
  start(): void
  close(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
/** Between two looks at one permission. */
const EVERY_MS = 60_000
const LEASE_MS = 120_000
/** Permissions of one look, and wallets of it at a time. */
const AT_ONCE = 100
const WALLETS_AT_ONCE = 4
const DEADLINE_MS = 20_000

/**
 * Looks at what monitored wallets signed, each once a minute by one process, and tells when it is used, runs out, or its holder is another or dangerous
 * now.
 */
export function createSignedWatch({
  store,
  sourcesFor,
  scoreOf,
  isAwake,
  wake,
  onProblem,
  now = Date.now,
  everyMs = EVERY_MS,
  deadlineMs = DEADLINE_MS,
}: {
  store: SignedPermissions
  sourcesFor(environment: Environment, chain: Chain): Promise<SignedSources>
  /** As `GET /v1/risk/score` judges an address. */
  scoreOf(
    where: { environment: Environment; chain: Chain },
    address: Address,
    signal: AbortSignal,
  ): Promise<CounterpartyScore>
  /** Whether there is anything to ask: an unused sandbox is not started for it. */
  isAwake(environment: Environment): boolean
  /** Tells the delivery loop that something is due. */
  wake(): void
  onProblem(error: unknown): void
  now?: () => number
  everyMs?: number
  /** For one wallet. */
  deadlineMs?: number
}): SignedWatch {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  /** Until nothing is due: of more than one look takes, the last would otherwise wait for minutes. */
  async function look(): Promise<void> {
    for (let due = await lease(); due.length > 0; due = due.length < AT_ONCE ? [] : await lease()) await lookAtAll(due)
  }

  const lease = async () => (stop.signal.aborted ? [] : store.lease(now(), LEASE_MS, AT_ONCE))

  /** Of one network at a time: what its permissions ask is read together. */
  async function lookAtAll(due: readonly WatchedPermission[]): Promise<void> {
    const networks = Map.groupBy(due, ({ owner: { environment, chain } }) => JSON.stringify([environment, chain]))
    for (const group of networks.values()) {
      if (stop.signal.aborted) return
      await lookAtNetwork(group).catch(tell)
    }
  }

  const tell = (error: unknown) => {
    if (!stop.signal.aborted) onProblem(error)
  }

  async function lookAtNetwork(due: readonly WatchedPermission[]): Promise<void> {
    const [first] = due
    if (first === undefined || !isAwake(first.owner.environment)) return
    const wallets = await withSettings(due)
    if (wallets.length === 0) return
    const { environment, chain } = first.owner
    const sources = await sourcesFor(environment, chain)
    const watched = wallets.flatMap(({ owner, group }) =>
      group.map(({ permission }) => ({ wallet: owner.wallet, permission })),
    )
    // The look for uses has no deadline of its own: its reads bound themselves, and each wallet waits for them within its time. So a wallet that comes
    // after slow ones has as much time as they.
    const block = await withinTime(stop.signal, deadlineMs, (within) => sources.head(within))
    const uses = await createUsesOf(sources, { block, watched }, stop.signal)
    await mapConcurrent(wallets, WALLETS_AT_ONCE, async (wallet) => {
      if (!stop.signal.aborted) await lookAt(wallet, { sources, uses }).catch(tell)
    })
  }

  type Watched = { owner: SignedOwner; settings: MonitorSettings; group: readonly WatchedPermission[] }

  /** By wallet and account; those that are not watched any more go. */
  async function withSettings(due: readonly WatchedPermission[]): Promise<Watched[]> {
    const found: Watched[] = []
    for (const group of Map.groupBy(due, ({ owner }) => JSON.stringify(owner)).values()) {
      const [first] = group
      if (first === undefined) continue
      const { owner } = first
      const settings = await store.settingsOf(owner)
      if (settings?.monitoring.tokenApprovals === true) found.push({ owner, settings, group })
      else for (const one of group) await store.settle(one, { events: [], next: null, dueAt: 0 })
    }
    return found
  }

  /** All of one wallet, for one account. */
  async function lookAt(
    { owner, settings, group }: Watched,
    { sources: network, uses }: { sources: SignedSources; uses: UsesOf },
  ): Promise<void> {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(deadlineMs)])
    const sources = {
      ...network,
      score: (address: Address, within: AbortSignal) => scoreOf(owner, address, within),
    }
    const block = await sources.head(signal)
    const readings = await readSigned(
      sources,
      { block, owner, permissions: group.map(({ permission }) => permission), uses },
      signal,
    )
    let deliveries = 0
    for (const [at, one] of group.entries()) {
      const { permission } = one
      const reading = readings[at] as SignedReading
      const { told, next } = judgeSigned(permission, reading, settings.alerts.suspiciousActivity.riskThreshold)
      const events = told.map((found, index) =>
        signedEvent(owner, permission, found, { ...reading, now: now(), index }),
      )
      deliveries += await store.settle(one, { events, next, dueAt: now() + everyMs })
    }
    if (deliveries > 0) wake()
  }

  return {
    start() {
      timer = setInterval(
        () => {
          looking ??= look()
            .catch((error: unknown) => {
              if (!stop.signal.aborted) onProblem(error)
            })
            .finally(() => {
              looking = null
            })
        },
        Math.min(LOOK_EVERY_MS, everyMs),
      )
      timer.unref()
    },
    async close() {
      if (timer !== null) clearInterval(timer)
      stop.abort(new Error('The watch of signed permissions ends'))
      await looking
    },
  }
}
