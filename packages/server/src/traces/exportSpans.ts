import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'

export type Attributes = Readonly<Record<string, string | number>>
/** Times in Unix nanoseconds. */
export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  kind: 'server' | 'internal'
  startedAt: bigint
  endedAt: bigint
  failed: boolean
  attributes: Attributes
}

export type Collector = {
  url: string
  headers: Readonly<Record<string, string>>
  /** Of this service: its name, and what the operator adds. */
  resource: Attributes
}

/** Defaults of the batch processor in the OpenTelemetry specification. */
const EVERY_MS = 5_000
const MAX_BATCH = 512
const MAX_WAITING = 2_048
const DEADLINE_MS = 5_000
const MAX_ANSWER_BYTES = 65_536
/** Values of SpanKind and StatusCode in the protocol. */
const KINDS = { internal: 1, server: 2 } as const
const ERROR = 2

/**
 * Sends spans to a collector in batches, as JSON of OTLP/HTTP 1.x. Spans that find no room are dropped, and so is a batch that the collector
 * does not take: a scan waits for neither.
 */
export function createSpanExporter({
  collector,
  version,
  http,
  onProblem,
}: {
  collector: Collector
  version: string
  http: Pick<OperatorFetch, 'fetch'>
  onProblem(error: unknown): void
}): { add(span: Span): void; close(): Promise<void> } {
  let waiting: Span[] = []
  let sending: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void flush(), EVERY_MS).unref()

  async function post(spans: readonly Span[]): Promise<void> {
    const { status } = await http.fetch({
      url: collector.url,
      method: 'POST',
      headers: { ...collector.headers, 'content-type': 'application/json' },
      body: JSON.stringify(payloadOf(spans, collector.resource, version)),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
    if (status !== 200) throw new Error(`The collector of traces answered HTTP ${status}.`)
  }

  function flush(): Promise<void> {
    sending = sending.then(async () => {
      while (waiting.length > 0) await post(waiting.splice(0, MAX_BATCH)).catch(onProblem)
    })
    return sending
  }

  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) return
      if (waiting.push(span) === MAX_BATCH) void flush()
    },
    async close() {
      clearInterval(timer)
      await flush()
      waiting = []
    },
  }
}

function payloadOf(spans: readonly Span[], resource: Attributes, version: string): object {
  const written = spans.map((span) => ({
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId !== null && { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: String(span.startedAt),
    endTimeUnixNano: String(span.endedAt),
    attributes: attributesOf(span.attributes),
    ...(span.failed && { status: { code: ERROR } }),
  }))
  const scopeSpans = [{ scope: { name: 'redoubt', version }, spans: written }]
  return { resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] }
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))
}
