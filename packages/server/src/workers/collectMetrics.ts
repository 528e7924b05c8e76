import type { Scrape } from '../http/metrics/metricsServer.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** A worker that died meanwhile is not waited for longer than this, in milliseconds. */
const WAIT_MS = 2_000

type Asked = { waiting: Set<number>; metrics: object[][]; done(): void }

/** Metrics of all workers as one scrape; each series has the label `worker`. */
export type MetricsCollector = {
  scrape: Scrape
  measured(id: number, answer: Extract<FromWorker, { kind: 'measured' }>): void
  gone(id: number): void
}

/** @param workers those that are ready, by id. */
export function createMetricsCollector(
  workers: () => ReadonlyMap<number, { send(message: ToWorker): void }>,
): MetricsCollector {
  const asked = new Map<number, Asked>()
  let scrapes = 0
  const answered = (one: Asked, id: number) => {
    if (one.waiting.delete(id) && one.waiting.size === 0) one.done()
  }
  return {
    async scrape() {
      const id = ++scrapes
      const all = workers()
      const metrics: object[][] = []
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT_MS)
        const done = () => {
          clearTimeout(timer)
          resolve()
        }
        asked.set(id, { waiting: new Set(all.keys()), metrics, done })
        if (all.size === 0) done()
        for (const worker of all.values()) worker.send({ kind: 'measure', scrape: id })
      })
      asked.delete(id)
      // Loaded by the first scrape: supervising alone needs none of it.
      const { AggregatorRegistry } = await import('prom-client')
      const registry = AggregatorRegistry.aggregate(metrics)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
    measured(id, { scrape, metrics }) {
      const one = asked.get(scrape)
      if (one === undefined) return
      one.metrics.push(metrics)
      answered(one, id)
    },
    gone(id) {
      for (const one of asked.values()) answered(one, id)
    },
  }
}
