import type { FastifyReply, FastifyRequest } from 'fastify'
import { SCAN_BYTES } from '../../domain/plan.ts'
import type { NewScan } from '../../domain/ports/scanRecords.ts'
import type { ScanTrace, Tracer } from '../../domain/ports/tracer.ts'
import type { KeptPayments, ScanRecord } from '../../domain/scanRecord.ts'
import { inTime } from '../../lib/withTimeout.ts'
import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import { pointOf } from '../../usecases/reports/scoreHistory.ts'
import { callerOf } from '../access/guard.ts'
import type { Edge } from '../context.ts'
import type { ScanContext } from '../ports.ts'
import { boundedArguments } from './boundedArguments.ts'

/** An answer waits this many milliseconds for its record, then goes without. */
const LONGEST_WAIT = 1_000
const TOO_LATE = 'The store did not answer in time'

/**
 * Writes the record of a scan, and the day's score of its subject, before the answer is sent, so that GET
 * /v1/scans/{requestId} finds it. The answer is worth more than either: a write that fails or hangs is logged and counted,
 * never thrown.
 * @param judged the judgement, when the scan is of a lasting entity; null: it is of none, or the request switched off facts
 * that the score rests on.
 * @param alike whether it rests on what other scans of the subject do, so that those who watch it may be told of a change.
 * @returns The id under which the scan is kept; null when it is not.
 */
export async function storeScan(
  edge: Edge,
  record: NewScan,
  judged: EntityJudgement | null = null,
  alike = true,
): Promise<string | null> {
  const { ports, metrics, log } = edge
  const { requestId } = record
  const point = judged && pointOf(judged, record)
  const scored = point && inTime(ports.entityScores.put(point), LONGEST_WAIT, TOO_LATE)
  const [kept] = await Promise.all([
    inTime(ports.scanRecords.add(record), LONGEST_WAIT, TOO_LATE).catch((err: unknown) => {
      metrics.scanRecordLost()
      log('error', { requestId, err }, 'scan record lost')
      return null
    }),
    scored?.catch((err: unknown) => {
      metrics.scanRecordLost()
      log('error', { requestId, err }, 'score of the day lost')
    }),
  ])
  if (judged !== null && point !== null && alike) ports.onScored(judged, record)
  return kept
}

type Scan = Pick<ScanRecord, 'kind' | 'chain' | 'subject'> & {
  /** Can be sent again. */
  input: unknown
  result: Pick<ScanRecord, 'riskScore' | 'riskLevel' | 'rulesetVersion'> & { complete?: boolean }
  payments?: KeptPayments | null
  /** As a file. */
  verdict?: string | null
}

/** The record of a scan that this request asked for. */
export function scanRecord(edge: Edge, request: FastifyRequest, scan: Scan): NewScan {
  const { id: keyId, accountId, environment, plan } = callerOf(request)
  const { kind, chain, subject, input, result, payments = null, verdict = null } = scan
  const { riskScore, riskLevel, rulesetVersion, complete = null } = result
  edge.metrics.scans.scanned({ kind, level: riskLevel, complete })
  return {
    requestId: request.id,
    accountId,
    environment,
    keyId,
    kind,
    chain,
    subject,
    riskScore,
    riskLevel,
    rulesetVersion,
    input: JSON.stringify(input),
    result: JSON.stringify(boundedArguments(result)),
    createdAt: edge.now(),
    maxBytes: SCAN_BYTES[plan],
    payments,
    verdict,
  }
}

/** Returns the caller of a scan, and the signal that fires when it no longer waits. */
export function scanContext(reply: FastifyReply): ScanContext {
  const { accountId, environment, origins } = callerOf(reply.request)
  return {
    environment,
    accountId,
    ...(origins !== null && { isPublic: true }),
    requestId: reply.request.id,
    signal: disconnectSignal(reply),
  }
}

/** Returns the same for a scan whose facts are measured and whose progress can be followed. */
export function followedScanContext(
  reply: FastifyReply,
  { progress, metrics, tracer }: Pick<Edge, 'progress' | 'metrics' | 'tracer'>,
): ScanContext {
  const context = scanContext(reply)
  const measured = metrics.scans.facts()
  const report = progress.begin(context, context.requestId)
  const trace = tracer === null ? null : beginTrace(reply, tracer)
  if (report === null && trace === null) return { ...context, onFact: measured }
  if (report !== null) reply.raw.once('close', report.end)
  return {
    ...context,
    onFact(name, state) {
      measured(name, state)
      report?.fact(name, state)
      trace?.fact(name, state)
    },
  }
}

/** The trace of a request, which ends with its answer. */
function beginTrace({ raw, request }: FastifyReply, tracer: Tracer): ScanTrace | null {
  const { traceparent } = request.headers
  const trace = tracer.scan({
    route: request.route.url ?? '',
    requestId: request.id,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  })
  if (trace !== null) raw.once('close', () => trace.end(raw.writableFinished ? raw.statusCode : null))
  return trace
}

/** Fires when the client goes away before it was answered, so that no work is done for a client that has left. */
function disconnectSignal({ raw, request }: FastifyReply): AbortSignal {
  request.gone ??= new AbortController()
  if (raw.destroyed && !raw.writableEnded) request.gone.abort(new Error('The client went away'))
  return request.gone.signal
}
