import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { type EntityThreat, entityThreats } from '@redoubt/risk/report/entityThreats.ts'
import { type Comparison, compareScores, type FreshScore } from '../../domain/compareScores.ts'
import type { NewEvent } from '../../domain/event.ts'
import type { ScoreStore } from '../../domain/ports/entityScores.ts'
import type { EntityJudge } from '../../usecases/reports/entityJudge.ts'
import type { EntityJudgement, NamedEntity } from '../../usecases/reports/entityJudgement.ts'
import { renderScore } from '../../usecases/reports/renderScore.ts'
import { pointOf } from '../../usecases/reports/scoreHistory.ts'
import type { NotifiedScores, WatchedEntity } from '../ports.ts'

type Owner = Pick<NewEvent, 'accountId' | 'environment'>
export type Rescoring = {
  start(): void
  /** An account's webhooks or monitors are others now. */
  changed(owner: Owner): void
  /** A scan for a caller was judged and kept. */
  stored(judged: EntityJudgement, owner: Owner): void
  /** Something happened to entities that may change their scores: the watched ones are scored soon. Taken a few at a time. */
  touch(where: Pick<WatchedEntity, 'environment' | 'chain'>, entities: Iterable<string>): Promise<void>
  /** Ends what is under way. */
  close(): Promise<void>
}

const LOOK_EVERY_MS = 5_000
/** Webhooks that another process, or a crash, left unread. */
const SWEEP_EVERY_MS = 60 * 60 * 1000
/** Scans at a time: those that people wait for come first. */
const AT_ONCE = 2
const DEADLINE_MS = 30_000
/** Longer than a scan and what is written after it. */
const LEASE_MS = 120_000
/** Entities without a score are scored within this many milliseconds. */
const SOON_MS = 60_000
const RETRY_MS = 15 * 60_000
/** Blocks may touch a busy contract every second. */
const TOUCH_GAP_MS = 5 * 60_000
/** A stranger may have thousands of contracts log in a block: each costs a hash, and a place in a query. */
const TOUCHED_AT_ONCE = 200
/** Stored scans that wait to be compared; beyond that they are left to the schedule. */
const MAX_WAITING = 1_000

/**
 * Scores watched entities again, spread over time, each by one process, and tells their accounts what changed. What is scored for one
 * account is compared for all that watch it.
 */
export function createRescoring({
  store,
  scores,
  judge,
  chains,
  intervalMs,
  soonMs = SOON_MS,
  isAwake,
  onSettled,
  onRescored,
  onProblem,
  now = Date.now,
}: {
  store: NotifiedScores
  scores: Pick<ScoreStore, 'put'>
  judge: EntityJudge
  /** Networks on which a listed address is scored. */
  chains(environment: 'live' | 'test'): readonly Chain[]
  /** Between two scores of an entity. */
  intervalMs: number
  soonMs?: number
  /** Whether there is anything to ask: an unused sandbox is not started for a score. */
  isAwake(environment: 'live' | 'test'): boolean
  /** Deliveries are due. */
  onSettled(): void
  onRescored(outcome: 'scored' | 'failed'): void
  onProblem(error: unknown): void
  /** Unix milliseconds. */
  now?: () => number
}): Rescoring {
  const stop = new AbortController()
  const underWay = new Set<Promise<void>>()
  let timers: NodeJS.Timeout[] = []
  let scoring = 0
  let looking = false
  let waiting: Promise<void> = Promise.resolve()
  let queued = 0

  const run = (work: Promise<unknown>) => {
    const done: Promise<void> = work.then(() => undefined, onProblem).finally(() => underWay.delete(done))
    underWay.add(done)
    return done
  }

  async function look(): Promise<void> {
    if (looking || stop.signal.aborted || timers.length === 0) return
    looking = true
    try {
      while (scoring < AT_ONCE && !stop.signal.aborted) {
        const due = await store.lease(now(), LEASE_MS, AT_ONCE - scoring)
        if (due.length === 0) return
        for (const watched of due) {
          scoring++
          void run(rescore(watched)).then(() => {
            scoring--
            wake()
          })
        }
      }
    } finally {
      looking = false
    }
  }
  const syncAt = ({ environment }: { environment: 'live' | 'test' }) => ({
    now: now(),
    soon: soonMs,
    later: intervalMs,
    chains: chains(environment),
  })
  const wake = () => void look().catch(onProblem)

  async function rescore(watched: WatchedEntity): Promise<void> {
    const { environment } = watched
    const began = now()
    if (!isAwake(environment)) return store.postpone(watched, began + intervalMs)
    try {
      const judged = await judge(questionOf(watched), { environment, signal: stop.signal })
      for (const accountId of await store.watchers(watched)) {
        const owner = { accountId, environment }
        await settle(owner, watched, judged)
        const point = pointOf(judged, owner)
        if (point !== null) await scores.put(point)
      }
      onRescored('scored')
    } catch (error) {
      await store.postpone(watched, stop.signal.aborted ? began : now() + Math.min(RETRY_MS, intervalMs))
      if (stop.signal.aborted) return
      onRescored('failed')
      onProblem(error)
    }
  }

  async function settle(owner: Owner, watched: WatchedEntity, judged: EntityJudgement): Promise<void> {
    const at = now()
    // Told as it is watched, which a scan may spell otherwise.
    const named = { ...judged, canonical: watched.entity }
    const deliveries = await store.settle(owner, watched, { now: at, dueAt: at + intervalMs }, (before) => {
      const compared = compareScores(before, freshOf(judged))
      return { known: compared.known, events: riskEvents(compared, named, owner, at) }
    })
    if (deliveries !== null && deliveries > 0) onSettled()
  }

  async function compareStored(judged: EntityJudgement, owner: Owner): Promise<void> {
    const { canonical: entity, chain } = judged
    const watched = { environment: owner.environment, entity, chain }
    if (!(await store.isWanted(owner, entity))) return
    await store.add(owner, watched, now() + intervalMs)
    await settle(owner, watched, judged)
  }

  async function sweep(): Promise<void> {
    for (const owner of await store.owners()) {
      if (stop.signal.aborted) return
      await store.sync(owner, syncAt(owner))
    }
  }

  return {
    start() {
      if (timers.length > 0) return
      timers = [
        setInterval(wake, LOOK_EVERY_MS),
        setInterval(() => void run(sweep()), SWEEP_EVERY_MS),
        // Not now: who starts has other things to do.
        setTimeout(() => void run(sweep()), SOON_MS),
      ]
    },
    changed: (owner) => void run(store.sync(owner, syncAt(owner)).then(wake)),
    stored(judged, owner) {
      if (judged.entityType === 'transaction' || queued >= MAX_WAITING || stop.signal.aborted) return
      queued++
      waiting = waiting
        .then(() => run(compareStored(judged, owner)))
        .finally(() => {
          queued--
        })
    },
    async touch(where, entities) {
      const touchAll = async (some: string[]) => {
        if (await store.touch(where, some, { now: now(), gapMs: TOUCH_GAP_MS })) wake()
      }
      let some: string[] = []
      for (const entity of entities) {
        if (some.push(entity) < TOUCHED_AT_ONCE) continue
        await touchAll(some)
        some = []
      }
      await touchAll(some)
    },
    async close() {
      stop.abort(new Error('The service stops.'))
      for (const timer of timers) clearInterval(timer)
      await waiting
      await Promise.all(underWay)
    },
  }
}

function questionOf({ entity, chain }: WatchedEntity): Parameters<EntityJudge>[0] {
  const named: NamedEntity =
    chain === null
      ? { type: 'url', url: entity }
      : {
          type: 'address',
          address: entity.toLowerCase() as Address,
          spelling: { member: 'address', spelled: entity, checksummed: entity as Address, checksumFailed: false },
        }
  return { text: entity, entity: named, chain: chain ?? ELSEWHERE, deadlineMs: DEADLINE_MS, fresh: true }
}

/** Network of what a site asks to sign, as for callers that name none. */
const ELSEWHERE: Chain = 'ethereum'

function freshOf(judged: EntityJudgement): FreshScore {
  const { rulesetVersion, riskScore: score, confidence, complete, unavailable, judgedAt: at } = judged
  const threats = entityThreats(judged.entityType, judged.findings, judged.threats)
  return { rulesetVersion, score, confidence, complete, unavailable, threats, at }
}

/** The events that tell an account of a comparison, in the contract's shapes. `at` in Unix milliseconds. */
function riskEvents(
  { changed, threats }: Pick<Comparison, 'changed' | 'threats'>,
  judged: EntityJudgement,
  { accountId, environment }: Owner,
  at: number,
): NewEvent[] {
  const { canonical: entity, entityType, chain } = judged
  const where = chain === null ? {} : { chain }
  // What was told is written with it, so that it is told once without a name.
  const event = (type: string, data: object): NewEvent => ({
    accountId,
    environment,
    type,
    entity,
    identity: null,
    at,
    data: JSON.stringify(data),
  })
  const factors = [...new Set(renderScore(judged).factors.map(({ title }) => title))]
  return [
    ...(changed === null
      ? []
      : [
          event('entity.risk_changed', {
            entity,
            entityType,
            previousScore: changed.previous,
            currentScore: changed.current,
            change: changed.current - changed.previous,
            factors,
            ...where,
          }),
        ]),
    ...threats.map(({ threatType, severity, description }: EntityThreat) =>
      event('entity.threat_detected', { entity, threatType, severity, description, entityType, ...where }),
    ),
  ]
}
