import { Counter, Gauge } from 'prom-client'
import type { WebhookOverview } from '../../usecases/webhooks/webhooks.ts'
import type { Edge } from '../context.ts'

/**
 * How deliveries go, read when it is scraped. When the database cannot be read the gauges have no values, which `absent()` alerts on,
 * and the other metrics are answered.
 */
export function measureWebhooks({ ports, metrics, log, now }: Edge): void {
  let reading: Promise<WebhookOverview | null> | null = null
  /** One reading for all metrics of a scrape. */
  const overview = () => {
    reading ??= ports.webhooks
      .overview()
      .catch((error: unknown) => {
        log('warn', { err: error }, 'webhooks cannot be measured')
        return null
      })
      .finally(() => {
        reading = null
      })
    return reading
  }
  const registers = [metrics.registry]
  new Counter({
    name: 'redoubt_webhook_attempts_total',
    help: 'Attempts of this process: delivered (2xx), refused (another status), unanswered.',
    labelNames: ['outcome'],
    registers,
    async collect() {
      const { attempts } = (await overview()) ?? {}
      this.reset()
      for (const [outcome, count] of Object.entries(attempts ?? {})) this.inc({ outcome }, count)
    },
  })
  const gauge = (name: string, help: string, measured: (current: WebhookOverview) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const current = await overview()
        if (current === null) this.remove()
        else this.set(measured(current))
      },
    })
  gauge('redoubt_webhook_lag_seconds', 'How long ago the oldest delivery that waits was due.', ({ oldestDueAt }) =>
    oldestDueAt === null ? 0 : Math.max(0, (now() - oldestDueAt) / 1000),
  )
  gauge(
    'redoubt_webhook_failing',
    'Webhooks that nothing is sent to until they are activated.',
    ({ failing }) => failing,
  )
}
