import { createHash } from 'node:crypto'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { KeptSignature } from '@redoubt/risk/facts/walletRights.ts'
import type { Environment } from '../../domain/environment.ts'
import type { HolderState, SignedOwner, SignedPermission, WatchedPermission } from '../../domain/signedPermission.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { CounterpartyScore, MonitorSources } from '../alerts/monitorSources.ts'
import type { SignedPermissions } from '../ports.ts'
import { judgeSigned, NOTHING, OPEN, type SignedReading, signedEvent } from './judgeSigned.ts'

/** What a look at signed permissions asks of one network. Each rejects when it cannot be learned. */
export type SignedSources = Pick<MonitorSources, 'permission'> & {
  head(signal: AbortSignal): Promise<PinnedBlock>
  /** Whether each signature can still be used; null: its contract gave no answer. */
  areUnused(
    block: PinnedBlock,
    asked: { owner: Address; signatures: readonly KeptSignature[] },
    signal: AbortSignal,
  ): Promise<(boolean | null)[]>
  /** A block of before a time, in Unix milliseconds, as near as a few reads find one; null: they found none. */
  blockBefore(head: PinnedBlock, time: number, signal: AbortSignal): Promise<PinnedBlock | null>
  /** What the account runs and who commands it. */
  holderState(
    block: PinnedBlock,
    holder: Address,
    signal: AbortSignal,
  ): Promise<Omit<HolderState, 'codeHash'> & { code: string }>
}

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
}): SignedWatch {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  /** Until nothing is due: of more than one look takes, the last would otherwise wait for minutes. */
  async function look(): Promise<void> {
    for (let due = await lease(); due.length > 0; due = due.length < AT_ONCE ? [] : await lease()) await lookAtAll(due)
  }

  const lease = async () => (stop.signal.aborted ? [] : store.lease(now(), LEASE_MS, AT_ONCE))

  async function lookAtAll(due: readonly WatchedPermission[]): Promise<void> {
    const wallets = Map.groupBy(due, ({ owner }) => JSON.stringify(owner))
    // One wallet whose contracts answer late holds up few others.
    await mapConcurrent([...wallets.values()], WALLETS_AT_ONCE, async (group) => {
      if (stop.signal.aborted) return
      await lookAt(group).catch((error: unknown) => {
        if (!stop.signal.aborted) onProblem(error)
      })
    })
  }

  /** All of one wallet, for one account. */
  async function lookAt(group: readonly WatchedPermission[]): Promise<void> {
    const [first] = group
    if (first === undefined || !isAwake(first.owner.environment)) return
    const { owner } = first
    const settings = await store.settingsOf(owner)
    const isWatched = settings?.monitoring.tokenApprovals === true
    if (!isWatched) {
      for (const one of group) await store.settle(one, { events: [], next: null, dueAt: 0 })
      return
    }
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(DEADLINE_MS)])
    const sources = {
      ...(await sourcesFor(owner.environment, owner.chain)),
      score: (address: Address, within: AbortSignal) => scoreOf(owner, address, within),
    }
    const block = await sources.head(signal)
    const readings = await readAll(
      sources,
      { block, owner, permissions: group.map(({ permission }) => permission) },
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

type Asked = { block: PinnedBlock; owner: SignedOwner; permissions: readonly SignedPermission[] }

type Scored = SignedSources & Pick<MonitorSources, 'score'>

async function readAll(
  sources: Scored,
  { block, owner, permissions }: Asked,
  signal: AbortSignal,
): Promise<SignedReading[]> {
  const signatures = permissions.flatMap(({ subject }) => (subject.kind === 'signature' ? [subject.signature] : []))
  const unused = await sources
    .areUnused(block, { owner: owner.wallet, signatures }, signal)
    .catch(() => signatures.map(() => null))
  const isUnused = new Map(signatures.map((signature, at) => [signature, unused[at] ?? null]))
  const wasOpen = createWasOpen(sources, { block, owner: owner.wallet }, signal)
  const holders = createHolders(sources, block, signal)
  return Promise.all(
    permissions.map(async ({ subject, left, scannedAt }): Promise<SignedReading> => {
      const holder = subject.kind === 'signature' ? subject.signature.holder : subject.holder
      const signed = async (signature: KeptSignature) => {
        const found = { left: leftOf(isUnused.get(signature) ?? null) }
        const isNew = left === null && found.left === NOTHING
        return isNew ? { ...found, wasOpen: await wasOpen(signature, scannedAt) } : found
      }
      const [found, { holderState, score }] = await Promise.all([
        subject.kind === 'signature'
          ? signed(subject.signature)
          : allowanceLeft(sources, { block, wallet: owner.wallet, subject }, signal),
        holders(holder),
      ])
      return { block, ...found, holderState, score }
    }),
  )
}

/** Asks about a signature before its scan; null: there was no answer. */
function createWasOpen(
  sources: SignedSources,
  { block, owner }: { block: PinnedBlock; owner: Address },
  signal: AbortSignal,
) {
  return async (signature: KeptSignature, scannedAt: number): Promise<boolean | null> => {
    try {
      const before = await sources.blockBefore(block, scannedAt, signal)
      if (before === null) return null
      const [isOpen = null] = await sources.areUnused(before, { owner, signatures: [signature] }, signal)
      return isOpen
    } catch {
      return null
    }
  }
}

function leftOf(isUnused: boolean | null): string | null {
  return isUnused === null ? null : isUnused ? OPEN : NOTHING
}

async function allowanceLeft(
  sources: SignedSources,
  {
    block,
    wallet,
    subject: { standard, token, holder },
  }: { block: PinnedBlock; wallet: Address; subject: Extract<SignedPermission['subject'], { kind: 'approval' }> },
  signal: AbortSignal,
): Promise<Pick<SignedReading, 'left' | 'isExpired'>> {
  const kind = standard === 'erc20' ? 'amount' : standard === 'permit2' ? 'permit2' : 'operator'
  const grant = { kind, token, owner: wallet, spender: holder, tokenId: null, after: 0n, expiration: null } as const
  const found = await sources.permission(block, grant, signal).catch(() => null)
  return found === null ? { left: null } : { left: String(found.amount), isExpired: found.isExpired === true }
}

/** Several permissions have one holder. */
function createHolders(sources: Scored, block: PinnedBlock, signal: AbortSignal) {
  const known = new Map<Address, Promise<Pick<SignedReading, 'holderState' | 'score'>>>()
  const read = async (holder: Address): Promise<Pick<SignedReading, 'holderState' | 'score'>> => {
    const [state, score] = await Promise.all([
      sources.holderState(block, holder, signal).catch(() => null),
      sources.score(holder, signal).catch(() => null),
    ])
    if (state === null) return { holderState: null, score }
    const { code, ...commands } = state
    return { holderState: { codeHash: createHash('sha256').update(code).digest('hex'), ...commands }, score }
  }
  return (holder: Address) => {
    const reading = known.get(holder) ?? read(holder)
    known.set(holder, reading)
    return reading
  }
}
