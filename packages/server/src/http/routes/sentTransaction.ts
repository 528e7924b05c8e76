import type { Hex } from '@redoubt/risk/address.ts'
import { judgedTransaction } from '../../usecases/reports/entityResults.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { keepScan } from '../keepScan.ts'
import { knownMembers } from '../knownMembers.ts'
import { scanContext } from '../scanContext.ts'
import { scanRecord } from '../scanRecord.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { SentTransactionParams, SentTransactionQuery, SentTransactionResultSchema } from '../schemas/sentTransaction.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/scan/transaction/{hash} */
export function sentTransactionRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/scan/transaction/:hash',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanSentTransaction',
        summary: 'Judge a sent transaction',
        description:
          'A mined transaction is judged by its effects, at its position in its block; a pending one as if it were about to be signed.',
        params: SentTransactionParams,
        querystring: SentTransactionQuery,
        response: { 200: Enveloped(SentTransactionResultSchema, 'The effect of the sent transaction, and its risk.') },
      },
    },
    async (request, reply) => {
      const { chain = null, simulate = true, explain = true, deadlineMs = DEFAULT_DEADLINE_MS } = request.query
      const hash = request.params.hash.toLowerCase() as Hex
      const input = { hash, chain, simulate, explain, deadlineMs }
      const context = scanContext(reply)
      const began = edge.now()
      const result = withIgnoredMembers(
        'transaction',
        await edge.ports.scans.sentTransaction(input, context),
        request.ignored,
      )
      const record = scanRecord(edge, request, {
        kind: 'transaction',
        chain: result.transaction.chain,
        subject: hash,
        input: { hash, ...(knownMembers(SentTransactionQuery as unknown as SchemaNode, request.query) as object) },
        result,
      })
      const scanId = await keepScan(edge, record, simulate ? judgedTransaction(result, began) : null)
      return success(request, result, scanId)
    },
  )
}
