import type { JudgedBound } from '@redoubt/risk/intent/intentBounds.ts'
import { getAddress } from 'viem/utils'
import type { IntentCheck } from '../../usecases/scans/transaction/checkIntent.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import { success } from '../answer/envelope.ts'
import { scanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { parseIntent } from '../parse/parseIntent.ts'
import { knownMembers } from '../parse/refuseUnknownMembers.ts'
import type { SchemaNode } from '../parse/schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { IntentBody, type IntentResult, IntentResultSchema, MAX_SHOWN } from '../schemas/intent.ts'
import { TransactionBody } from '../schemas/transactionBody.ts'

const WARNINGS = 5

/** POST /v1/check/intent */
export function intentRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/check/intent',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'checkIntent',
        summary: 'Check a transaction against what a person allows',
        description:
          'Scans the transaction in all environments and answers whether every outcome lies within the bounds. What was not executed, or not priced where that is asked, is outside as `unknown`. The bounds read addresses and amounts only: no text from the chain reaches them.',
        body: IntentBody,
        response: {
          200: Enveloped(IntentResultSchema, 'Each bound with its measured value, and the verdict of the scan.'),
        },
      },
    },
    async (request, reply) => {
      const input = parseIntent(request.body)
      const { scan, ...check } = await edge.ports.scans.intent(input, scanContext(reply))
      const result = withIgnoredMembers('transaction', scan, request.ignored)
      const { from, to, userOperation, bounds: _bounds, ...transaction } = request.body
      const record = scanRecord(edge, request, {
        kind: 'transaction',
        chain: input.chain,
        subject: spelling('to', to ?? from ?? userOperation?.sender ?? input.transaction.from).checksummed,
        input: knownMembers(TransactionBody as unknown as SchemaNode, { from, to, userOperation, ...transaction }),
        result,
      })
      const scanId = await storeScan(edge, record)
      return success(request, render({ ...check, scan: result }, request.ignored), scanId)
    },
  )
}

function render({ judged, scan, runs }: IntentCheck, ignored: readonly string[]): IntentResult {
  const reasons = ignored.length > 0 ? [...judged.unknown, 'ignored-members'] : [...judged.unknown]
  const outside = judged.outside ?? (reasons.length > 0 ? 'unknown' : null)
  const { riskScore, riskLevel, recommendation, confidence, complete, explanation, warnings } = scan
  return {
    inside: outside === null,
    outside,
    bounds: judged.bounds.slice(0, MAX_SHOWN).map(renderBound),
    notShown: Math.max(0, judged.bounds.length - MAX_SHOWN),
    reasons,
    runs,
    scan: {
      riskScore,
      riskLevel,
      recommendation,
      confidence,
      complete,
      summary: explanation?.summary ?? null,
      warnings: warnings.slice(0, WARNINGS).map(({ id, severity, title }) => ({ id, severity, title })),
    },
    ...(scan.policy && { policy: scan.policy }),
    blockNumber: scan.blockNumber,
    blockHash: scan.blockHash,
    rulesetVersion: scan.rulesetVersion,
    intelAsOf: scan.intelAsOf,
  }
}

function renderBound({ asset, tokenId, account, ...bound }: JudgedBound): IntentResult['bounds'][number] {
  return {
    ...bound,
    asset: asset === null || asset === 'native' ? asset : getAddress(asset),
    tokenId: tokenId === null ? null : String(tokenId),
    account: account && getAddress(account),
  }
}
