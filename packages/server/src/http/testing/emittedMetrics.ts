import { createMetrics } from '../metrics/metrics.ts'
import type { HttpPorts } from '../ports.ts'
import { createServer } from '../server.ts'

/** Metrics that a server has: their type and labels by name, as PromQL names them. */
export function emittedMetrics(): Map<string, { type: string; labels: readonly string[] }> {
  const metrics = createMetrics()
  createServer({} as HttpPorts, { logLevel: 'silent', metrics })
  const found = new Map<string, { type: string; labels: readonly string[] }>()
  for (const one of metrics.registry.getMetricsAsArray()) {
    const { name, labelNames: labels, type } = one as unknown as { name: string; labelNames: string[]; type: string }
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
    for (const each of names) found.set(each, { type, labels })
  }
  return found
}
