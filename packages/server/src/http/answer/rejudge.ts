import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Appeal, AppealClaim } from '../../domain/feedback.ts'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { ApiError } from '../../errors.ts'
import { type CaseResult, compareCases } from '../../usecases/feedback/compareCases.ts'
import { callerOf } from '../access/guard.ts'
import type { Edge } from '../context.ts'
import { parseMessage } from '../parse/parseMessage.ts'
import { parseTransaction } from '../parse/parseTransaction.ts'
import { parseContract } from '../routes/contract.ts'
import type { ContractRequest } from '../schemas/contractBody.ts'
import type { MessageRequest } from '../schemas/messageBody.ts'
import type { TransactionRequest } from '../schemas/transactionBody.ts'
import { isoTime } from './envelope.ts'
import { followedScanContext, scanRecord, storeScan } from './storeScan.ts'
import { scanned } from './witnessed.ts'

/** The case that an appeal names, and what is claimed to be new. */
export type AppealRequest = { requestId: string; claims?: readonly AppealClaim[] }

/** What a kept request may ask for and an appeal does not repeat: a booking. */
type Kept = { options?: { witness?: boolean; reserve?: boolean } }

/**
 * Judges a kept scan of the caller's account anew, at the newest block and by the rules of now, and says what changed. The new scan is kept
 * as every other, with a witness where the disputed one asked for one.
 * @throws ApiError NOT_FOUND for a scan that is not kept, VALIDATION_ERROR for one of a kind that is not judged anew, INSUFFICIENT_SCOPE.
 */
export async function rejudge(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  { requestId, claims = [] }: AppealRequest,
): Promise<Appeal> {
  const { accountId, environment, scopes } = callerOf(request)
  if (!scopes.includes('scan:read') && !scopes.includes('admin'))
    throw new ApiError('INSUFFICIENT_SCOPE', { limit: 'lacks the scope scan:read, which an appeal needs' })
  const record = await edge.ports.scanRecords.get(accountId, environment, requestId)
  if (record === null)
    throw new ApiError('NOT_FOUND', { detail: 'body.appeal.requestId: no scan of this account has that request id' })
  const input = JSON.parse(record.input) as Kept
  const { kind, result, verdict } = await scannedAnew(edge, record, input, reply)
  const { chain, subject } = record
  const fresh = scanRecord(edge, request, { kind, chain, subject, input, result, verdict })
  const rejudgedAs = await storeScan(edge, fresh)
  const was = { result: JSON.parse(record.result) as CaseResult, at: isoTime(record.createdAt) }
  const is = { result: result as CaseResult, at: isoTime(fresh.createdAt) }
  return { requestId, rejudgedAs, kind, ...compareCases(was, is, claims) }
}

async function scannedAnew(edge: Edge, { kind }: ScanRecord, kept: Kept, reply: FastifyReply) {
  const context = followedScanContext(reply, edge)
  const wanted = kept.options?.witness
  switch (kind) {
    case 'contract': {
      const input = parseContract(kept as ContractRequest)
      return { kind, ...(await scanned(edge, kind, { input, wanted }, context)) }
    }
    case 'message': {
      const input = { ...parseMessage(kept as MessageRequest), reserve: false }
      return { kind, ...(await scanned(edge, kind, { input, wanted }, context)) }
    }
    case 'transaction': {
      // One that was sent has had its effects.
      if ('hash' in kept && !('from' in kept)) throw notJudgedAnew()
      const input = parseTransaction(kept as TransactionRequest)
      return { kind, ...(await scanned(edge, kind, { input, wanted }, context)) }
    }
    default:
      throw notJudgedAnew()
  }
}

function notJudgedAnew(): ApiError {
  return new ApiError('VALIDATION_ERROR', {
    detail: 'body.appeal.requestId: expected a scan of a contract, a message, or a transaction that is not sent',
  })
}
