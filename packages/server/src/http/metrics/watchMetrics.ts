import { Counter, Gauge } from 'prom-client'
import type { Edge } from '../context.ts'
import type { WatchedChainStatus } from '../ports.ts'

/** Gauges and counters of the chains that this process watches, read when they are scraped. */
export function measureWatching({ ports, metrics, now }: Edge): void {
  const labelNames = ['chain', 'environment']
  const registers = [metrics.registry]
  const labels = ({ chain, environment }: WatchedChainStatus) => ({ chain, environment })
  const gauge = (name: string, help: string, measured: (status: WatchedChainStatus) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        // A chain that is not watched any more has no values.
        this.reset()
        for (const status of ports.watching()) {
          const value = measured(status)
          if (value !== null) this.set(labels(status), value)
        }
      },
    })
  const counter = (name: string, help: string, counted: (status: WatchedChainStatus) => number) =>
    new Counter({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const status of ports.watching()) this.inc(labels(status), counted(status))
      },
    })

  gauge('redoubt_watch_leading', '1 where this process watches the chain for all nodes.', ({ leading }) =>
    leading ? 1 : 0,
  )
  gauge('redoubt_watch_blocks_behind', 'Confirmed blocks that are not judged yet.', ({ behind }) => behind)
  gauge('redoubt_watch_head_age_seconds', 'Time since the newest block known.', ({ headTimestamp }) =>
    headTimestamp === null ? null : Math.max(0, now() / 1000 - Number(headTimestamp)),
  )
  counter(
    'redoubt_watch_reorganisations_total',
    'Reorganisations that orphaned judged blocks.',
    (s) => s.reorganisations,
  )
  counter('redoubt_watch_events_withdrawn_total', 'Events of orphaned blocks taken back.', (s) => s.withdrawn)
  counter('redoubt_watch_blocks_skipped_total', 'Blocks passed over because they were too old.', (s) => s.skipped)
  counter(
    'redoubt_watch_blocks_untraced_total',
    'Blocks of which it was not seen what coins moved inside of transactions.',
    (s) => s.untraced,
  )
  counter('redoubt_watch_failures_total', 'Failed looks at a chain.', (s) => s.failures)
}
