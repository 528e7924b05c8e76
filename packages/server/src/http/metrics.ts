import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** One answered request. `route` is the template, never the path. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  inFlight: Gauge
  failed(code: string): void
  scanRecordLost(): void
}

/** The server's own metrics, in a registry of its own so that several servers fit in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'redoubt_http_requests_total',
    help: 'Requests answered; status 499 is a client that went away.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'redoubt_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 3, 10, 30],
    registers,
  })
  const errors = new Counter({
    name: 'redoubt_http_errors_total',
    help: 'Errors answered, by code.',
    labelNames: ['code'],
    registers,
  })
  const lost = new Counter({
    name: 'redoubt_scan_records_lost_total',
    help: 'Scans that were answered but could not be kept.',
    registers,
  })
  const inFlight = new Gauge({ name: 'redoubt_http_in_flight', help: 'Requests being answered.', registers })
  return {
    registry,
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    inFlight,
    failed: (code) => errors.inc({ code }),
    scanRecordLost: () => lost.inc(),
  }
}
