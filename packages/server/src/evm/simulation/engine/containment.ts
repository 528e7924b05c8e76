import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { askingAccount, isLongWork, SERVICE_ACCOUNT } from '../../../lib/askingAccount.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { SimulationUnavailable } from '../simulator.ts'
import type { AnvilChild } from './anvilChild.ts'
import type { ChildPool } from './childPool.ts'
import { ChildLost } from './engineCall.ts'

/** How long an account has engines of its own after an input of it crashed one. */
const ISOLATED_MS = 60_000
/** The scope of what no account asked for: scores made again, and what several accounts share. */
export const SERVICE_SCOPE = 'service'
/** Beyond it the oldest go first. */
const MAX_REMEMBERED = 10_000

export type ContainedJob<Value> = {
  /** Hash of the input, its quarantine key; computed only when needed, for inputs may be large. */
  key(): string
  block: PinnedBlock
  /** Known to be large or odd: never on a shared child. */
  heavy: boolean
  signal: AbortSignal
  /** `before`: how the child of the previous run ended, when this run repeats it; null in a first run. */
  run(child: AnvilChild, before: Suspicion | null): Promise<Value>
}

export type Containment = {
  /**
   * Runs a job so that the death of its child costs at most that child: it is repeated once elsewhere, alone, where an
   * innocent input runs through. An input that kills this child too, alone and by its own doing, is convicted: not executed
   * again for the term, in this scope. When the caller leaves before the repetition, the next run of the input is the repetition. An input
   * that others' work left no time is `busy` once; when it runs alone the next time, and is lost again, it is `engine`, which is no
   * reason to ask again.
   * @param scope the account that asks: no account's input is refused for what another account's did.
   * @throws SimulationUnavailable `quarantined`, `crashed`, `state`, `busy` or `engine`
   */
  run<Value>(scope: string, job: ContainedJob<Value>): Promise<Value>
  /** Since the start: jobs repeated alone, and jobs refused by quarantine. `quarantined`: inputs now in quarantine. */
  stats(): { isolatedRetries: number; refusals: number; quarantined: number }
}

type Attempt<Value> =
  | { value: Value }
  | { lost: Error; suspicion: Suspicion /** It waited for state of the chain. */; noState: boolean }

export function createContainment(pool: ChildPool, quarantine: Quarantine): Containment {
  let isolatedRetries = 0
  let refusals = 0
  /** Until when an account has engines of its own, in milliseconds: one whose input crashed an engine sends more of the kind. */
  const isolated = new Map<string, number>()
  const isIsolated = (account: string) => {
    const until = isolated.get(account) ?? 0
    if (until < performance.now()) isolated.delete(account)
    return until >= performance.now()
  }

  async function attempt<Value>(
    job: ContainedJob<Value>,
    place: 'shared' | 'long' | 'own' | 'alone',
    before: Suspicion | null,
  ): Promise<Attempt<Value>> {
    let used: AnvilChild | undefined
    const run = (child: AnvilChild) => {
      used = child
      return job.run(child, before)
    }
    try {
      if (place !== 'alone') return { value: await pool[place](job.block, run, job.signal) }
      // What had no time before gets as much as everything else.
      return { value: await pool.sacrificial(job.block, run, job.signal, before?.outOfTime !== true) }
    } catch (error) {
      // It had no time to start.
      if (error instanceof SimulationUnavailable && error.reason === 'busy')
        return { lost: error, suspicion: { byInput: false, outOfTime: true }, noState: false }
      if (!(error instanceof ChildLost)) throw error
      await used?.exited
      const end = used?.ended() ?? null
      const outOfTime = end === 'overran' || end === 'starved' || end === 'stateless'
      // Not our own kill, a busy machine, a hanging endpoint or a signal from outside.
      const isOwnDoing = end === 'crashed' || end === 'overran'
      return {
        lost: error,
        suspicion: { byInput: place === 'alone' && isOwnDoing, outOfTime },
        noState: end === 'stateless',
      }
    }
  }

  async function run<Value>(scope: string, job: ContainedJob<Value>): Promise<Value> {
    let made: string | undefined
    const key = () => {
      made ??= `${scope} ${job.key()}`
      return made
    }
    const isClean = quarantine.isEmpty(scope)
    const leftMs = isClean ? 0 : quarantine.left(key())
    if (leftMs > 0) {
      refusals++
      throw new SimulationUnavailable('quarantined', crashWords(leftMs))
    }
    let before = isClean ? null : quarantine.suspicion(key())
    const wasLostBefore = before !== null
    if (before === null) {
      const place = isIsolated(askingAccount()) ? 'own' : isLongWork() ? 'long' : 'shared'
      const first = await attempt(job, job.heavy ? 'alone' : place, null)
      if ('value' in first) return first.value
      before = first.suspicion
      quarantine.suspect(key(), before)
    }
    isolatedRetries++
    const second = await attempt(job, 'alone', before)
    if ('value' in second) {
      quarantine.clear(key())
      return second.value
    }
    const cause = second.lost
    if (second.noState) throw new SimulationUnavailable('state', 'State of the chain did not come in time.', { cause })
    if (!second.suspicion.byInput) {
      const reason = wasLostBefore ? 'engine' : 'busy'
      throw new SimulationUnavailable(reason, 'The execution engine stopped before it was done.', { cause })
    }
    quarantine.convict(key())
    if (askingAccount() !== SERVICE_ACCOUNT) isolated.set(askingAccount(), performance.now() + ISOLATED_MS)
    throw new SimulationUnavailable('crashed', crashWords(quarantine.left(key())), { cause })
  }

  return {
    run: (scope, job) => withSignal(run(scope, job), job.signal),
    stats: () => ({ isolatedRetries, refusals, quarantined: quarantine.size() }),
  }
}

function crashWords(leftMs: number): string {
  const minutes = Math.max(1, Math.ceil(leftMs / 60_000))
  return `This input crashed the execution engine. It is not executed again for ${minutes} minute${minutes === 1 ? '' : 's'}.`
}

/**
 * How the child of an input's last run ended. `byInput`: the input had it to itself, and the child died of it. `outOfTime`: it was
 * killed because it took too long, whatever the reason.
 */
export type Suspicion = { byInput: boolean; outOfTime: boolean }

/** Inputs whose children died, by account. A suspect is run alone the next time; a convict is not run for the term. */
type Quarantine = {
  /** Milliseconds until the input may be executed again; 0: it is not in quarantine. */
  left(key: string): number
  /** Null: it is no suspect. */
  suspicion(key: string): Suspicion | null
  /** Nothing is remembered of the scope, so that no key need be made: what one account did costs no other. */
  isEmpty(scope: string): boolean
  suspect(key: string, suspicion: Suspicion): void
  /** Quarantines the input from now on, for the whole term. */
  convict(key: string): void
  /** It ran through alone. */
  clear(key: string): void
  /** Inputs now in quarantine. */
  size(): number
}

/** @param now Unix milliseconds. */
export function createQuarantine(termMs: number, now: () => number = Date.now): Quarantine {
  /** The oldest first. `suspicion` null: convicted. */
  const records = new Map<string, { until: number; suspicion: Suspicion | null }>()
  /** Records of each scope. */
  const sizes = new Map<string, number>()
  const scopeOf = (key: string) => key.slice(0, key.lastIndexOf(' '))

  function find(key: string) {
    const record = records.get(key)
    return record !== undefined && record.until > now() ? record : null
  }
  function put(key: string, suspicion: Suspicion | null): void {
    remove(key)
    records.set(key, { until: now() + termMs, suspicion })
    const scope = scopeOf(key)
    sizes.set(scope, (sizes.get(scope) ?? 0) + 1)
    sweep()
  }
  function remove(key: string): void {
    if (!records.delete(key)) return
    const scope = scopeOf(key)
    const left = (sizes.get(scope) ?? 0) - 1
    if (left > 0) sizes.set(scope, left)
    else sizes.delete(scope)
  }
  function sweep(): void {
    for (const [key, { until }] of records) {
      if (until > now() && records.size <= MAX_REMEMBERED) break
      remove(key)
    }
  }

  return {
    left(key) {
      const record = find(key)
      return record?.suspicion === null ? record.until - now() : 0
    },
    suspicion: (key) => find(key)?.suspicion ?? null,
    isEmpty: (scope) => !sizes.has(scope),
    suspect: put,
    convict: (key) => put(key, null),
    clear: remove,
    size() {
      sweep()
      return [...records.values()].filter(({ suspicion }) => suspicion === null).length
    },
  }
}
