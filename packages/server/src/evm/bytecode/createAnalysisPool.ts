import { Worker } from 'node:worker_threads'
import type { Hex } from '@redoubt/risk/address.ts'
import { createAccountQueue } from '../../lib/accountQueue.ts'
import { askingAccount } from '../../lib/askingAccount.ts'
import type { AnalysedCode } from './analysis/code.ts'
import type { BytecodeReply, BytecodeRequest } from './workerMessages.ts'

export type PoolLimits = {
  threads: number
  /** Analyses of an account that may wait; one more is refused. */
  queue: number
  /** Processor time after which a thread is ended. Analysis itself is bounded by opcodes, but for evmole's part of it. */
  milliseconds: number
  /** Extra time for the first analysis of a thread, to load the modules and the WebAssembly: seconds, on a busy machine. */
  startMs: number
  heapMb: number
  /** A thread without work ends after this. */
  idleMs: number
}
/** Analyses code off the main thread, accounts in turns; null when it could not be done at all. */
export type AnalysisPool = {
  analyse(code: Hex): Promise<AnalysedCode | null>
  close(): Promise<void>
}

type Job = { code: Hex; early: AnalysedCode | null; settle(analysed: AnalysedCode | null): void }
type Thread = {
  worker: Worker
  /** Processor time in milliseconds when its job began; null: not told. */
  cpuBefore: Promise<number | null>
  id: number
  job: Job | null
  deadline: NodeJS.Timeout | null
  idle: NodeJS.Timeout | null
}

const LIMITS: PoolLimits = { threads: 2, queue: 64, milliseconds: 20_000, startMs: 10_000, heapMb: 192, idleMs: 20_000 }

/** Shortest pause between two looks at what a thread computed. */
const MIN_LOOK_MS = 250
/** Times its processor time, after which a job is given up on a busy machine: it has no result then. */
const MAX_SLOWNESS = 15

/**
 * A few worker threads, none before the first analysis. A thread that hangs, runs out of memory or breaks is ended, and its
 * analysis answered with what was known early.
 */
export function createAnalysisPool(given: Partial<PoolLimits> = {}): AnalysisPool {
  const limits = { ...LIMITS, ...given }
  const turns = createAccountQueue({ places: () => limits.threads })
  const closing = new AbortController()
  const threads = new Set<Thread>()
  let lastId = 0

  const finish = (thread: Thread, analysed: AnalysedCode | null) => {
    if (thread.deadline !== null) clearTimeout(thread.deadline)
    thread.deadline = null
    thread.job?.settle(analysed)
    thread.job = null
  }
  const discard = (thread: Thread) => {
    threads.delete(thread)
    if (thread.idle !== null) clearTimeout(thread.idle)
    finish(thread, thread.job?.early ?? null)
    void thread.worker.terminate()
  }
  const start = (): Thread => {
    const worker = new Worker(new URL('./bytecodeWorker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
    })
    const thread: Thread = { worker, cpuBefore: Promise.resolve(0), id: 0, job: null, deadline: null, idle: null }
    worker.unref()
    worker.on('message', (reply: BytecodeReply) => {
      if (thread.job === null || reply.id !== thread.id) return
      if (reply.type === 'early') thread.job.early = reply.analysed
      else if (reply.type === 'failed') discard(thread)
      else {
        finish(thread, reply.analysed)
        rest(thread)
      }
    })
    worker.on('error', () => discard(thread))
    worker.on('exit', () => threads.has(thread) && discard(thread))
    threads.add(thread)
    return thread
  }
  const run = (thread: Thread, job: Job, startMs: number) => {
    if (thread.idle !== null) clearTimeout(thread.idle)
    thread.idle = null
    thread.job = job
    thread.id = ++lastId
    if (startMs === 0) thread.cpuBefore = cpuMs(thread.worker)
    const allowedMs = startMs + limits.milliseconds
    thread.deadline = setTimeout(() => void look(thread, { job, allowedMs, elapsedMs: allowedMs }), allowedMs)
    thread.worker.postMessage({ id: lastId, code: job.code } satisfies BytecodeRequest)
  }
  /** Gives the rest of its processor time to a job that others left none. */
  const look = async (thread: Thread, asked: { job: Job; allowedMs: number; elapsedMs: number }): Promise<void> => {
    const { job, allowedMs, elapsedMs } = asked
    const [now, before] = await Promise.all([cpuMs(thread.worker), thread.cpuBefore])
    if (thread.job !== job) return
    const computedMs = now === null || before === null ? 0 : now - before
    const leftMs = Math.ceil(allowedMs - computedMs)
    const isLost = elapsedMs + leftMs > MAX_SLOWNESS * allowedMs
    // What was known early would be remembered as all that there is.
    if (isLost) job.early = null
    if (leftMs <= 0 || isLost) discard(thread)
    else
      thread.deadline = setTimeout(
        () => void look(thread, { job, allowedMs, elapsedMs: elapsedMs + Math.max(leftMs, MIN_LOOK_MS) }),
        Math.max(leftMs, MIN_LOOK_MS),
      )
  }
  const rest = (thread: Thread) => {
    thread.idle = setTimeout(() => discard(thread), limits.idleMs)
    thread.idle.unref()
  }

  return {
    async analyse(code) {
      const account = askingAccount()
      if (turns.waitingOf(account) >= limits.queue) return null
      const turn = { account, cost: 1, maxWaitMs: Number.POSITIVE_INFINITY, signal: closing.signal }
      const analysis = turns.run(
        turn,
        () =>
          new Promise<AnalysedCode | null>((settle) => {
            // Its turn came as the pool was closed.
            if (closing.signal.aborted) return settle(null)
            const free = [...threads].find(({ job }) => job === null)
            run(free ?? start(), { code, early: null, settle }, free === undefined ? limits.startMs : 0)
          }),
      )
      return analysis.catch(() => null)
    },
    async close() {
      closing.abort()
      const open = [...threads]
      threads.clear()
      for (const thread of open) finish(thread, null)
      await Promise.all(open.map(({ worker }) => worker.terminate()))
    },
  }
}

/** Processor time of a thread so far, in milliseconds; null where it does not tell within a second. */
async function cpuMs(worker: Worker): Promise<number | null> {
  const silent = new Promise<null>((resolve) => {
    setTimeout(resolve, 1_000, null).unref()
  })
  const told = worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1_000,
    () => null,
  )
  return Promise.race([told, silent])
}
