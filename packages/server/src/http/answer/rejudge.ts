import { IGNORED_MEMBERS_ID } from '@redoubt/risk/engine/ignoredMembers.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Appeal, AppealClaim, Feedback } from '../../domain/feedback.ts'
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

/** What the feedback is about. */
export type Reported = Pick<Feedback, 'entity' | 'entityType' | 'chain'>

/**
 * Judges a kept scan of the caller's account anew, at the newest block and by the rules of now, and says what changed. The new scan is kept
 * as every other, with a witness where the disputed one asked for one.
 * @throws ApiError NOT_FOUND for a scan that is not kept, VALIDATION_ERROR for one that is not judged anew or is not about what was reported,
 * INSUFFICIENT_SCOPE.
 */
export async function rejudge(
  edge: Edge,
  request: FastifyRequest,
  reply: FastifyReply,
  { requestId, claims = [] }: AppealRequest,
  reported: Reported,
): Promise<{ appeal: Appeal; chain: string | null }> {
  const { accountId, environment, scopes } = callerOf(request)
  if (!scopes.includes('scan:read') && !scopes.includes('admin'))
    throw new ApiError('INSUFFICIENT_SCOPE', { limit: 'lacks the scope scan:read, which an appeal needs' })
  const record = await edge.ports.scanRecords.get(accountId, environment, requestId)
  if (record === null)
    throw new ApiError('NOT_FOUND', { detail: 'body.appeal.requestId: no scan of this account has that request id' })
  refuseOtherCase(record, reported)
  const input = JSON.parse(record.input) as Kept
  const { kind, result, verdict } = await scannedAnew(edge, record, input, reply)
  const { chain, subject } = record
  const fresh = scanRecord(edge, request, { kind, chain, subject, input, result, verdict })
  const rejudgedAs = await storeScan(edge, fresh)
  const was = { result: JSON.parse(record.result) as CaseResult, at: isoTime(record.createdAt) }
  const is = { result: result as CaseResult, at: isoTime(fresh.createdAt) }
  return { appeal: { requestId, rejudgedAs, kind, ...compareCases(was, is, claims) }, chain }
}

/** What a case shows says nothing of an entity that it is not about, nor of another network. */
function refuseOtherCase({ kind, chain, subject, input, result }: ScanRecord, reported: Reported): void {
  const { entity, entityType } = reported
  if (reported.chain !== null && reported.chain !== chain)
    throw new ApiError('VALIDATION_ERROR', {
      detail: `body.chain: expected the network of the disputed scan, ${chain}`,
    })
  // Calldata names accounts without the prefix.
  const named = entityType === 'url' ? new URL(entity).host : entity.slice(2)
  const isNamed =
    kind === 'contract'
      ? subject.toLowerCase() === entity.toLowerCase()
      : isWordIn(`${subject} ${input} ${result}`, named)
  if (!isNamed)
    throw new ApiError('VALIDATION_ERROR', {
      detail:
        'body.appeal.requestId: expected a scan that is about body.entity; a contract is judged anew for itself only',
    })
  // Kept requests do not have these members, so that the new answer would look better for that alone.
  const { warnings = [] } = JSON.parse(result) as { warnings?: { id: string }[] }
  if (warnings.some(({ id }) => id === IGNORED_MEMBERS_ID))
    throw new ApiError('VALIDATION_ERROR', {
      detail:
        'body.appeal.requestId: members of the request of this scan were ignored; send it again without them, and dispute that scan',
    })
}

/** Addresses in calldata stand between other digits; a host is one only where no part of a longer host. */
function isWordIn(text: string, name: string): boolean {
  const [within, wanted] = [text.toLowerCase(), name.toLowerCase()]
  if (/^[0-9a-f]{40}$/.test(wanted)) return within.includes(wanted)
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
    const [before = '', after = ''] = [within[at - 1], within[at + wanted.length]]
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return true
  }
  return false
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
