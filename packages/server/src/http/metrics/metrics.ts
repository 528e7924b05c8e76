import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Scrape } from './metricsServer.ts'
import { createScanMetrics, type ScanMetrics } from './scanMetrics.ts'

export type Metrics = {
  registry: Registry
  /** A request began; it ends with `answered`. */
  began(): void
  /** One answered request. `route` is the template, never the path. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  streams: Gauge
  scans: ScanMetrics
  failed(code: string): void
  scanRecordLost(): void
}

/** Answers a scrape with these metrics alone. */
export function scrapeOf({ registry }: Pick<Metrics, 'registry'>): Scrape {
  return async () => ({ text: await registry.metrics(), contentType: registry.contentType })
}

type Child = { requests: Counter.Internal; duration: Histogram.Internal<'method' | 'route'> }

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
  /** By route, status and method, so that labels are checked and hashed once: there are as many as routes and statuses. */
  const children = new Map<string, Map<number, Map<string, Child>>>()
  const childOf = ({ method, route, status }: { method: string; route: string; status: number }): Child => {
    const ofRoute = children.get(route) ?? new Map<number, Map<string, Child>>()
    const ofStatus = ofRoute.get(status) ?? new Map<string, Child>()
    const child = { requests: requests.labels({ method, route, status }), duration: duration.labels({ method, route }) }
    children.set(route, ofRoute.set(status, ofStatus.set(method, child)))
    return child
  }
  let inFlight = 0
  new Gauge({
    name: 'redoubt_http_in_flight',
    help: 'Requests being answered.',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  return {
    registry,
    began() {
      inFlight++
    },
    answered(answer) {
      inFlight--
      const child = children.get(answer.route)?.get(answer.status)?.get(answer.method) ?? childOf(answer)
      child.requests.inc()
      child.duration.observe(answer.seconds)
    },
    streams: new Gauge({ name: 'redoubt_event_streams', help: 'Streams of events that are open.', registers }),
    scans: createScanMetrics(registry),
    failed: (code) => errors.inc({ code }),
    scanRecordLost: () => lost.inc(),
  }
}
