import { Gauge } from 'prom-client'
import type { IntelOverview, IntelSourceStatus } from '../../domain/ports/intel.ts'
import type { Edge } from '../context.ts'

/**
 * Gauges of the lists that verdicts rely on, read when they are scraped. A list that never was loaded has no age; when
 * the lists cannot be read there are no values, which `absent()` alerts on, and the other metrics are answered.
 */
export function measureIntel({ ports, metrics, log, now }: Edge): void {
  let reading: Promise<IntelOverview | null> | null = null
  /** One reading for all gauges of a scrape. */
  const overview = () => {
    reading ??= readOverview().finally(() => {
      reading = null
    })
    return reading
  }
  const readOverview = async () => {
    try {
      return await ports.intel.overview()
    } catch (error) {
      log('warn', { err: error }, 'lists cannot be measured')
      return null
    }
  }
  const gauge = (name: string, help: string, measured: (source: IntelSourceStatus) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['source'],
      registers: [metrics.registry],
      async collect() {
        const current = (await overview())?.sources ?? []
        // A list that was removed must not be reported for ever.
        this.reset()
        for (const source of current) {
          const value = measured(source)
          if (value !== null) this.set({ source: source.id }, value)
        }
      },
    })

  gauge('redoubt_intel_entries', 'Entries of a list.', ({ entryCount }) => entryCount)
  gauge('redoubt_intel_age_seconds', 'Time since a list was last known to be current.', ({ refreshedAt }) =>
    refreshedAt === null ? null : Math.max(0, (now() - refreshedAt) / 1000),
  )
  gauge(
    'redoubt_intel_refresh_failures',
    'Failed attempts to refresh a list since the last good one.',
    (source) => source.failures,
  )
  new Gauge({
    name: 'redoubt_intel_sanctions_known',
    help: '1 while every sanctions list is loaded and fresh, so that who is on none is clear; else 0.',
    registers: [metrics.registry],
    async collect() {
      const current = await overview()
      this.set(current?.sanctions.state === 'known' ? 1 : 0)
    },
  })
}
