import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Tracer } from '../domain/ports/tracer.ts'
import { type Collector, createSpanExporter } from './exportSpans.ts'
import { newSpanId, traceContextOf } from './traceContext.ts'

const NANOSECONDS = 1_000_000
/** Of one scan: far more than it asks for. */
const MAX_FACTS = 500

/**
 * Traces of scans for a collector of OpenTelemetry. A scan is a trace, each fact a span of it; neither says what is scanned or who asks.
 * @param ratio share of traces that are kept.
 */
export function createTracer({
  ratio,
  ...options
}: {
  collector: Collector
  ratio: number
  version: string
  http: Pick<OperatorFetch, 'fetch'>
  onProblem(error: unknown): void
}): Tracer & { close(): Promise<void> } {
  const exporter = createSpanExporter(options)
  return {
    scan({ route, requestId, traceparent }) {
      const context = traceContextOf(traceparent, ratio)
      if (context === null) return null
      const { traceId, parentId } = context
      const spanId = newSpanId()
      const startedAt = now()
      const asked = new Map<string, bigint>()
      let facts = 0
      return {
        fact(name, state) {
          if (state === 'asked') {
            asked.set(name, now())
            return
          }
          const since = asked.get(name)
          if (since === undefined || ++facts > MAX_FACTS) return
          exporter.add({
            traceId,
            spanId: newSpanId(),
            parentSpanId: spanId,
            name,
            kind: 'internal',
            startedAt: since,
            endedAt: now(),
            failed: state === 'missing',
            attributes: { 'redoubt.fact': name, 'redoubt.outcome': state },
          })
        },
        end(status) {
          exporter.add({
            traceId,
            spanId,
            parentSpanId: parentId,
            name: `POST ${route}`,
            kind: 'server',
            startedAt,
            endedAt: now(),
            failed: status === null || status >= 500,
            attributes: {
              'http.request.method': 'POST',
              'http.route': route,
              'redoubt.request_id': requestId,
              ...(status !== null && { 'http.response.status_code': status }),
            },
          })
        },
      }
    },
    close: exporter.close,
  }
}

function now(): bigint {
  return BigInt(Math.round((performance.timeOrigin + performance.now()) * NANOSECONDS))
}
