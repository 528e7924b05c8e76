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
  /** After which a thread is taken to hang and is ended. Analysis itself is bounded by opcodes, but for evmole's part of it. */
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
  id: number
  job: Job | null
  deadline: NodeJS.Timeout | null
  idle: NodeJS.Timeout | null
}

const LIMITS: PoolLimits = { threads: 2, queue: 64, milliseconds: 20_000, startMs: 10_000, heapMb: 192, idleMs: 20_000 }

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
    const thread: Thread = { worker, id: 0, job: null, deadline: null, idle: null }
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
    thread.deadline = setTimeout(() => discard(thread), startMs + limits.milliseconds)
    thread.worker.postMessage({ id: lastId, code: job.code } satisfies BytecodeRequest)
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
