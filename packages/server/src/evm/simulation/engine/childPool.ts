import { availableParallelism } from 'node:os'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { type AccountQueue, createAccountQueue, type QueuedJob } from '../../../lib/accountQueue.ts'
import { askingAccount, giveWay, SERVICE_ACCOUNT } from '../../../lib/askingAccount.ts'
import { whileComputing } from '../../../lib/engineWork.ts'
import { createPlaces } from '../../../lib/places.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { type AnvilChild, startAnvilChild } from './anvilChild.ts'
import { engineBatch, engineBounds } from './engineCall.ts'
import { rulesOf } from './hardfork.ts'
import { createGuesses, createScout, type GuessingEngine } from './scout.ts'
import { createShim } from './shim.ts'
import type { SimulationLimits } from './simulationLimits.ts'

/** Jobs at once on shared children while the event loop is busy, one more than processors, and while it waits for state. */
const BUSY_PLACES = availableParallelism() + 1
const IDLE_PLACES = 8 * BUSY_PLACES
/** Jobs of an account on shared children while other accounts are there: a scan has two parts that go on side by side. */
const BESIDE_PLACES = 2

type Job<Value> = (child: AnvilChild) => Promise<Value>

/** How much nicer than the service children run that do long work, that one account has to itself, and that a job has to itself. */
const NICENESS = { shared: 0, long: 5, own: 10, sacrificial: 10 }
/** Engines that run ahead of others, and how much nicer than the service they run. */
const MAX_SCOUTS = 2
const SCOUT_NICENESS = 5
/** Long-lived children that do long work, and those that belong to one account each. */
const MAX_LONG = 2
const MAX_OWN = 2

/**
 * A job goes on after the signal of its caller, but not for long: `abandonedMs` from its start. Accounts take turns: the one in whose
 * name it is asked.
 */
export type ChildPool = {
  /** Runs a job on the block's long-lived child, starting it when there is none. */
  shared<Value>(block: PinnedBlock, job: Job<Value>, signal: AbortSignal): Promise<Value>
  /** The same for what is part of a long scan, on a child of its own that leaves the processor to short ones. */
  long<Value>(block: PinnedBlock, job: Job<Value>, signal: AbortSignal): Promise<Value>
  /** The same on a child that runs jobs of one account only, and leaves the processor to the service and to shared children. */
  own<Value>(block: PinnedBlock, job: Job<Value>, signal: AbortSignal): Promise<Value>
  /** Starts the block's long-lived child ahead of its first job. */
  warm(block: PinnedBlock): void
  /**
   * Runs a job on a child of its own that is killed afterwards. Who waits for one leaves by the signal.
   * @param yields leaves the processor to the service and to shared children.
   */
  sacrificial<Value>(block: PinnedBlock, job: Job<Value>, signal: AbortSignal, yields: boolean): Promise<Value>
  /** The block's child has held a bomb: no new job gets it, and it goes when its last one ends. */
  retire(child: AnvilChild): void
  /** Children now alive; since the start deaths that were no wish of ours, kills of those that took too long, and executed transactions. */
  stats(): { children: number; crashes: number; kills: number; calls: number; pids: number[] }
  close(): Promise<void>
}

type Kind = 'shared' | 'long' | 'own'
type Resident = {
  kind: Kind
  started: Promise<AnvilChild>
  child: AnvilChild | null
  jobs: number
  retired: boolean
  idle: NodeJS.Timeout | undefined
}

export function createChildPool(sourceOf: (block: PinnedBlock) => ChainSource, limits: SimulationLimits): ChildPool {
  const shim = createShim(limits.shimDeadlineMs)
  const http = createOperatorFetch()
  const turns = createAccountQueue({
    places: createPlaces(BUSY_PLACES, IDLE_PLACES),
    spare: 2 * BUSY_PLACES,
    beside: BESIDE_PLACES,
  })
  const longTurns = createAccountQueue({
    places: createPlaces(BUSY_PLACES, IDLE_PLACES),
    spare: 2 * BUSY_PLACES,
    beside: 1,
  })
  const sacrifices = createAccountQueue({ places: () => limits.maxSacrificial })
  const residents = new Map<string, Resident>()
  const living = new Set<AnvilChild>()
  let crashes = 0
  let kills = 0
  let calls = 0
  const onCalls = (count: number) => {
    calls += count
  }
  let closed = false
  let scouts = 0

  /** @param account in whose name it reads state. */
  async function start(block: PinnedBlock, account: string, niceness: number): Promise<AnvilChild> {
    if (closed) throw new Error('the simulator is closed')
    const source = sourceOf(block)
    const scout = createScout({ block, source, start: () => startGuessing(block, source, account) })
    const path = await shim.open(block, source, account, scout.waited)
    try {
      const child = await startAnvilChild({
        block,
        shimUrl: path.url,
        hardfork: rulesOf(block),
        limits,
        http,
        niceness,
        onCalls,
        stateWaitMs: path.waitedMs,
        follow: scout.follow,
      })
      living.add(child)
      child.exited.then(() => {
        living.delete(child)
        path.close()
        scout.close()
        const end = child.ended()
        if (end === 'overran' || end === 'starved' || end === 'stateless') kills++
        else if (end !== 'dismissed') crashes++
      })
      if (closed) child.kill()
      return child
    } catch (error) {
      path.close()
      throw error
    }
  }

  /** An engine that runs ahead of another; null: there are enough of them. */
  function startGuessing(block: PinnedBlock, source: ChainSource, account: string): Promise<GuessingEngine> | null {
    if (closed || scouts >= MAX_SCOUTS) return null
    scouts++
    const begin = async (): Promise<GuessingEngine> => {
      const guesses = createGuesses(block, source)
      const path = await shim.open(block, guesses.source, account)
      const over = () => {
        scouts--
        path.close()
      }
      const options = { block, shimUrl: path.url, hardfork: rulesOf(block), limits, http, niceness: SCOUT_NICENESS }
      const child = await startAnvilChild(options).catch((error: unknown) => {
        over()
        throw error
      })
      living.add(child)
      child.exited.then(() => {
        living.delete(child)
        over()
      })
      if (closed) child.kill()
      const bounds = engineBounds(limits, limits.maxTreeBytes)
      return { child, take: guesses.take, run: async (requests) => void (await engineBatch(child, requests, bounds)) }
    }
    return begin()
  }

  function release(key: string, resident: Resident): void {
    clearTimeout(resident.idle)
    if (resident.jobs > 0) return
    const end = () => {
      if (residents.get(key) === resident) residents.delete(key)
      resident.started.then(
        (child) => child.kill(),
        () => undefined,
      )
    }
    if (resident.retired) end()
    else resident.idle = setTimeout(end, limits.idleMs).unref()
  }

  function retireResident(key: string, resident: Resident): void {
    resident.retired = true
    if (residents.get(key) === resident) residents.delete(key)
    release(key, resident)
  }

  function residentOf(block: PinnedBlock, kind: Kind): { key: string; resident: Resident } {
    const account = kind === 'own' ? askingAccount() : SERVICE_ACCOUNT
    const key = `${block.chain}:${block.hash}:${block.rules ?? ''}:${kind}:${account}`
    const found = residents.get(key)
    const known = found?.child?.alive() === false ? undefined : found
    // Re-inserted, so that the first key is the least recently used one.
    residents.delete(key)
    const resident = known ?? {
      kind,
      started: start(block, account, NICENESS[kind]),
      child: null,
      jobs: 0,
      retired: false,
      idle: undefined,
    }
    residents.set(key, resident)
    if (!known) {
      const forget = () => void (residents.get(key) === resident && residents.delete(key))
      resident.started.then((child) => {
        resident.child = child
        child.exited.then(forget)
      }, forget)
    }
    const ofKind = [...residents].filter(([, one]) => one.kind === kind)
    const max = { shared: limits.maxChildren, long: Math.min(MAX_LONG, limits.maxChildren), own: MAX_OWN }
    const excess = ofKind.length - max[kind]
    for (const [oldKey, old] of ofKind.slice(0, Math.max(0, excess))) retireResident(oldKey, old)
    return { key, resident }
  }

  async function onResident<Value>(
    block: PinnedBlock,
    job: Job<Value>,
    { kind, queue, signal }: { kind: Kind; queue: AccountQueue; signal: AbortSignal },
  ): Promise<Value> {
    const { key, resident } = residentOf(block, kind)
    resident.jobs++
    clearTimeout(resident.idle)
    try {
      const child = await resident.started
      await giveWay()
      return await queue.run(turn(signal), () =>
        whileComputing(() =>
          untilAbandoned(job(child), {
            signal,
            abandonedMs: limits.abandonedMs,
            onAbandoned: () => retireResident(key, resident),
          }),
        ),
      )
    } finally {
      resident.jobs--
      release(key, resident)
    }
  }

  return {
    shared: (block, job, signal) => onResident(block, job, { kind: 'shared', queue: turns, signal }),
    long: (block, job, signal) => onResident(block, job, { kind: 'long', queue: longTurns, signal }),
    own: (block, job, signal) => onResident(block, job, { kind: 'own', queue: sacrifices, signal }),
    warm(block) {
      const { key, resident } = residentOf(block, 'shared')
      resident.started.then(
        () => release(key, resident),
        () => undefined,
      )
    },
    sacrificial(block, job, signal, yields) {
      const alone = async () => {
        await giveWay()
        const child = await start(block, askingAccount(), yields ? NICENESS.sacrificial : 0)
        try {
          return await whileComputing(() =>
            untilAbandoned(job(child), {
              signal,
              abandonedMs: limits.abandonedMs,
              onAbandoned: () => child.kill(),
            }),
          )
        } finally {
          // A child that is dead by now was lost to its job and counts as a crash.
          if (child.alive()) child.kill()
          await child.exited
        }
      }
      return sacrifices.run(turn(signal), alone)
    },
    retire(child) {
      for (const [key, resident] of residents) if (resident.child === child) retireResident(key, resident)
    },
    stats: () => ({ children: living.size, crashes, kills, calls, pids: [...living].map((child) => child.pid) }),
    async close() {
      closed = true
      for (const resident of residents.values()) clearTimeout(resident.idle)
      residents.clear()
      const ending = [...living]
      for (const child of ending) child.kill()
      await Promise.all(ending.map((child) => child.exited))
      await Promise.all([shim.close(), http.close()])
    },
  }
}

function turn(signal: AbortSignal): QueuedJob {
  return { account: askingAccount(), cost: 1, maxWaitMs: Number.POSITIVE_INFINITY, signal }
}

/** Rejects with the reason of the signal when that has fired and the work has had `abandonedMs`. */
async function untilAbandoned<Value>(
  work: Promise<Value>,
  { signal, abandonedMs, onAbandoned }: { signal: AbortSignal; abandonedMs: number; onAbandoned(): void },
): Promise<Value> {
  const began = performance.now()
  const { promise: abandoned, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const leave = () => {
    timer = setTimeout(
      () => {
        reject(signal.reason)
        onAbandoned()
      },
      Math.max(0, began + abandonedMs - performance.now()),
    )
  }
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, abandoned])
  } finally {
    signal.removeEventListener('abort', leave)
    clearTimeout(timer)
  }
}
