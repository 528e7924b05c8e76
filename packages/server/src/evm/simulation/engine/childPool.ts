import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { createSemaphore, SemaphoreFull } from '../../../lib/semaphore.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import { SimulationUnavailable } from '../simulationUnavailable.ts'
import { type AnvilChild, startAnvilChild } from './anvilChild.ts'
import { hardforkAt } from './hardfork.ts'
import { nextBlock } from './nextBlock.ts'
import { createShim } from './shim.ts'
import type { SimulationLimits } from './simulationLimits.ts'

type Job<Value> = (child: AnvilChild) => Promise<Value>

export type ChildPool = {
  /** Runs a job on the block's long-lived child, starting it when there is none. */
  shared<Value>(block: PinnedBlock, job: Job<Value>): Promise<Value>
  /** Starts the block's long-lived child ahead of its first job. */
  warm(block: PinnedBlock): void
  /**
   * Runs a job on a child of its own that is killed afterwards. Who waits for one leaves by the signal; a job that has
   * begun is not cut short by it.
   * @throws SimulationUnavailable `engine` when too many wait already.
   */
  sacrificial<Value>(block: PinnedBlock, job: Job<Value>, signal: AbortSignal): Promise<Value>
  /** The block's child has held a bomb: no new job gets it, and it goes when its last one ends. */
  retire(child: AnvilChild): void
  /** Children now alive; deaths that were no wish of ours, and kills at the wall clock, since the start. */
  stats(): { children: number; crashes: number; kills: number; pids: number[] }
  close(): Promise<void>
}

type Resident = {
  started: Promise<AnvilChild>
  child: AnvilChild | null
  jobs: number
  retired: boolean
  idle: NodeJS.Timeout | undefined
}

export function createChildPool(sourceOf: (block: PinnedBlock) => ChainSource, limits: SimulationLimits): ChildPool {
  const shim = createShim(limits.shimDeadlineMs)
  const http = createOperatorFetch()
  const sacrifices = createSemaphore(limits.maxSacrificial, limits.maxSacrificialWaiting)
  const residents = new Map<string, Resident>()
  const living = new Set<AnvilChild>()
  let crashes = 0
  let kills = 0
  let closed = false

  async function start(block: PinnedBlock): Promise<AnvilChild> {
    if (closed) throw new Error('the simulator is closed')
    const path = await shim.open(block, sourceOf(block))
    try {
      const next = nextBlock(block)
      const hardfork = hardforkAt(block.chain, next.number, next.timestamp)
      const child = await startAnvilChild({ block, shimUrl: path.url, hardfork, limits, http })
      living.add(child)
      child.exited.then(() => {
        living.delete(child)
        path.close()
        const end = child.ended()
        if (end === 'overran' || end === 'starved') kills++
        else if (end !== 'dismissed') crashes++
      })
      if (closed) child.kill()
      return child
    } catch (error) {
      path.close()
      throw error
    }
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

  function residentOf(block: PinnedBlock): { key: string; resident: Resident } {
    const key = `${block.chain}:${block.hash}`
    const found = residents.get(key)
    const known = found?.child?.alive() === false ? undefined : found
    // Re-inserted, so that the first key is the least recently used one.
    residents.delete(key)
    const resident = known ?? { started: start(block), child: null, jobs: 0, retired: false, idle: undefined }
    residents.set(key, resident)
    if (!known) {
      const forget = () => void (residents.get(key) === resident && residents.delete(key))
      resident.started.then((child) => {
        resident.child = child
        child.exited.then(forget)
      }, forget)
    }
    for (const [oldKey, old] of residents) {
      if (residents.size <= limits.maxChildren) break
      retireResident(oldKey, old)
    }
    return { key, resident }
  }

  return {
    async shared(block, job) {
      const { key, resident } = residentOf(block)
      resident.jobs++
      clearTimeout(resident.idle)
      try {
        return await job(await resident.started)
      } finally {
        resident.jobs--
        release(key, resident)
      }
    },
    warm(block) {
      const { key, resident } = residentOf(block)
      resident.started.then(
        () => release(key, resident),
        () => undefined,
      )
    },
    async sacrificial(block, job, signal) {
      const alone = async () => {
        const child = await start(block)
        try {
          return await job(child)
        } finally {
          // A child that is dead by now was lost to its job and counts as a crash.
          if (child.alive()) child.kill()
          await child.exited
        }
      }
      try {
        return await sacrifices.run(alone, signal)
      } catch (error) {
        if (!(error instanceof SemaphoreFull)) throw error
        throw new SimulationUnavailable('engine', 'Too many heavy transactions are waiting.', { cause: error })
      }
    },
    retire(child) {
      for (const [key, resident] of residents) if (resident.child === child) retireResident(key, resident)
    },
    stats: () => ({ children: living.size, crashes, kills, pids: [...living].map((child) => child.pid) }),
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
