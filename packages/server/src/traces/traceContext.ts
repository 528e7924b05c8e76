import { randomBytes } from 'node:crypto'

/** What a span belongs to. Ids in hex: 32 digits of the trace, 16 of the span. */
export type TraceContext = { traceId: string; parentId: string | null }

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/
const SAMPLED = 1

/**
 * Where a request belongs: in the trace of its `traceparent` (W3C Trace Context, level 1) if that is sampled, else in a new one.
 * @param ratio share of new traces that are kept, 0 to 1.
 * @returns null: not sampled.
 */
export function traceContextOf(traceparent: string | undefined, ratio: number): TraceContext | null {
  const [, version, traceId = '', parentId = '', flags = ''] = TRACEPARENT.exec(traceparent ?? '') ?? []
  const isValid = version !== undefined && version !== 'ff' && !/^0+$/.test(traceId) && !/^0+$/.test(parentId)
  if (isValid) return (Number.parseInt(flags, 16) & SAMPLED) === 0 ? null : { traceId, parentId }
  if (ratio < 1 && Math.random() >= ratio) return null
  return { traceId: randomBytes(16).toString('hex'), parentId: null }
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex')
}
