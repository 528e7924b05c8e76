import { Counter, Gauge } from 'prom-client'
import type { Edge } from './context.ts'

const HOUR_MS = 3_600_000

/** Events and scores made again, read when they are scraped. */
export function measureEvents({ ports, metrics, log, now }: Edge): void {
  const registers = [metrics.registry]
  new Gauge({
    name: 'redoubt_events_last_hour',
    help: 'Events of the last hour by type, of all accounts and nodes.',
    labelNames: ['type'],
    registers,
    async collect() {
      this.reset()
      try {
        for (const { type, count } of await ports.events.count(now() - HOUR_MS, now() + 1)) this.set({ type }, count)
      } catch (error) {
        log('warn', { err: error }, 'events cannot be counted')
      }
    },
  })
  new Counter({
    name: 'redoubt_rescores_total',
    help: 'Watched entities that this process scored again, and that it could not.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(ports.rescored())) this.inc({ outcome }, count)
    },
  })
}
