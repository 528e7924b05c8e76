import type { FastifyRequest } from 'fastify'
import type { ScanRecord } from '../domain/scanRecord.ts'
import type { Edge } from './context.ts'
import { callerOf } from './guard.ts'

type Scan = Pick<ScanRecord, 'kind' | 'chain' | 'subject'> & {
  /** Can be sent again. */
  input: unknown
  result: Pick<ScanRecord, 'riskScore' | 'riskLevel' | 'rulesetVersion'>
}

/** The record of a scan that this request asked for. */
export function scanRecord(edge: Edge, request: FastifyRequest, scan: Scan): ScanRecord {
  const { id: keyId, accountId, environment } = callerOf(request)
  const { kind, chain, subject, input, result } = scan
  const { riskScore, riskLevel, rulesetVersion } = result
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
    result: JSON.stringify(result),
    createdAt: edge.now(),
  }
}
