import cluster from 'node:cluster'
import type { Registry } from 'prom-client'
import type { Scrape } from '../http/metrics/metricsServer.ts'
import { createSiblings, type Siblings } from '../lib/siblings.ts'
import { FIRST_VARIABLE, type FromWorker, SLOT_VARIABLE, type ToWorker } from './messages.ts'

/** What a worker knows of the process that supervises it, and of the other workers. */
export type WorkerLink = {
  /** Number of the worker, from 1; its replacement has the same. */
  slot: number
  /** The first of a start: it says what concerns the whole service. */
  isFirst: boolean
  /** How many there are. */
  workers: number
  siblings: Siblings
  /** Answers with the metrics of all workers. */
  scrape: Scrape
  /** Hands its own metrics to the supervisor when it asks. */
  measure(registry: Registry): void
  ready(url: string): void
  /** Calls back when the supervisor is gone: a worker alone would be found by nothing. */
  onOrphaned(stop: () => void): void
}

/** Longest wait for the metrics of all, in milliseconds. */
const SCRAPE_MS = 5_000

/** @param workers how many there are. @returns null in a process that is no worker. */
export function connectWorker(workers: number, env: NodeJS.ProcessEnv = process.env): WorkerLink | null {
  if (!cluster.isWorker) return null
  const slot = Number(env[SLOT_VARIABLE])
  const isFirst = env[FIRST_VARIABLE] === '1'
  delete env[SLOT_VARIABLE]
  delete env[FIRST_VARIABLE]
  const send = (message: FromWorker) => {
    // Without a supervisor there are no siblings to be told.
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
  const { take, ...siblings } = createSiblings((told) => send({ kind: 'told', told }))
  const scrapes = new Map<number, (answer: { text: string; contentType: string }) => void>()
  let questions = 0
  let registry: Registry | null = null
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'news') take(message.news)
    else if (message.kind === 'scraped') scrapes.get(message.question)?.(message)
    else if (message.kind === 'measure' && registry !== null) {
      const { scrape } = message
      registry.getMetricsAsJSON().then(
        (metrics) => send({ kind: 'measured', scrape, metrics }),
        () => send({ kind: 'measured', scrape, metrics: [] }),
      )
    }
  })
  return {
    slot,
    isFirst,
    workers,
    siblings,
    scrape: () =>
      new Promise((resolve, reject) => {
        const question = ++questions
        const timer = setTimeout(() => {
          scrapes.delete(question)
          reject(new Error('The supervising process did not answer in time.'))
        }, SCRAPE_MS)
        scrapes.set(question, (answer) => {
          clearTimeout(timer)
          scrapes.delete(question)
          resolve(answer)
        })
        send({ kind: 'scrape', question })
      }),
    measure(own) {
      own.setDefaultLabels({ worker: String(slot) })
      registry = own
    },
    ready: (url) => send({ kind: 'ready', url }),
    onOrphaned: (stop) => void process.once('disconnect', stop),
  }
}
