import { Worker } from 'node:worker_threads'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { PdfError, type PdfFailure } from '../domain/ports/pdfError.ts'
import { createFairQueue } from '../lib/fairQueue.ts'
import type { PdfReply, PdfRequest } from './pdfMessages.ts'

export type PdfLimits = {
  /** Reports that may wait beside the one being drawn; one more is refused. */
  queue: number
  /** The same of one account. */
  queuePerAccount: number
  /** Of one report from the call on, waiting and the start of the thread included. */
  milliseconds: number
  heapMb: number
  /** The thread ends after this long without work. */
  idleMs: number
}
export type PdfRenderer = {
  /**
   * Draws a report off the main thread. Accounts take turns.
   * @throws PdfError when it cannot be drawn, or not now; the reason of the signal when it fires.
   */
  render(report: RiskReport, asked: { accountId: string; signal: AbortSignal }): Promise<Buffer>
  close(): Promise<void>
}

type Job = { id: number; report: RiskReport; deadline: NodeJS.Timeout } & Pick<
  PromiseWithResolvers<Buffer>,
  'resolve' | 'reject'
>

const LIMITS: PdfLimits = { queue: 64, queuePerAccount: 4, milliseconds: 15_000, heapMb: 192, idleMs: 30_000 }

/**
 * One worker thread, none before the first report. A thread that hangs, breaks or runs out of memory is ended; the report that it was
 * drawing fails, those that wait are drawn by the next thread.
 */
export function createPdfRenderer(given: Partial<PdfLimits> = {}): PdfRenderer {
  const limits = { ...LIMITS, ...given }
  const waiting = createFairQueue<Job>()
  let worker: Worker | null = null
  let drawing: Job | null = null
  let idle: NodeJS.Timeout | null = null
  let closed = false
  let lastId = 0

  const fail = (job: Job, reason: PdfFailure, cause?: unknown) => {
    clearTimeout(job.deadline)
    job.reject(new PdfError(reason, { cause }))
  }
  const discard = (reason: PdfFailure, cause?: unknown) => {
    const job = drawing
    const broken = worker
    worker = null
    drawing = null
    if (job !== null) fail(job, reason, cause)
    void broken?.terminate()
    next()
  }
  const onReply = (reply: PdfReply) => {
    const job = drawing
    if (job === null || reply.id !== job.id) return
    if ('failure' in reply) return discard('failed', new Error(reply.failure))
    drawing = null
    clearTimeout(job.deadline)
    const { buffer, byteOffset, byteLength } = reply.bytes
    job.resolve(Buffer.from(buffer, byteOffset, byteLength))
    next()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./pdfWorker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of the service's secrets or flags is of use in there.
      env: {},
      execArgv: [],
    })
    started.unref()
    started.on('message', (reply: PdfReply) => worker === started && onReply(reply))
    started.on('error', (error) => worker === started && discard('failed', error))
    started.on('exit', () => worker === started && discard('failed'))
    return started
  }
  const next = () => {
    if (closed || drawing !== null) return
    if (idle !== null) clearTimeout(idle)
    idle = null
    drawing = waiting.take()
    if (drawing !== null) {
      worker ??= start()
      worker.postMessage({ id: drawing.id, report: drawing.report } satisfies PdfRequest)
    } else if (worker !== null) {
      idle = setTimeout(() => discard('failed'), limits.idleMs)
      idle.unref()
    }
  }
  const onDeadline = (job: Job) => {
    if (drawing === job) discard('slow')
    else if (waiting.remove(job)) fail(job, 'slow')
  }
  /** Its caller has left. A report that is being drawn is drawn to its end: a new thread would cost more. */
  const leave = (job: Job, reason: unknown) => {
    if (waiting.remove(job)) clearTimeout(job.deadline)
    job.reject(reason)
  }

  return {
    async render(report, { accountId, signal }) {
      signal.throwIfAborted()
      if (closed) throw new PdfError('closed')
      if (waiting.sizeOf(accountId) >= limits.queuePerAccount) throw new PdfError('too-many')
      if (waiting.size() >= limits.queue) throw new PdfError('busy')
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const deadline = setTimeout(() => onDeadline(job), limits.milliseconds)
      const job: Job = { id: ++lastId, report, resolve, reject, deadline }
      const onGone = () => leave(job, signal.reason)
      signal.addEventListener('abort', onGone, { once: true })
      waiting.add(accountId, job)
      next()
      try {
        return await promise
      } finally {
        signal.removeEventListener('abort', onGone)
      }
    },
    async close() {
      closed = true
      if (idle !== null) clearTimeout(idle)
      const open = worker
      worker = null
      for (const job of [...(drawing === null ? [] : [drawing]), ...waiting.clear()]) fail(job, 'closed')
      drawing = null
      await open?.terminate()
    },
  }
}
