import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { keepScan } from '../keepScan.ts'
import { knownMembers } from '../knownMembers.ts'
import { parseTransaction } from '../parse/parseTransaction.ts'
import { spelling } from '../parse/spelling.ts'
import { scanContext } from '../scanContext.ts'
import { scanRecord } from '../scanRecord.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { TransactionBody } from '../schemas/transactionBody.ts'
import { TransactionResultSchema } from '../schemas/transactionResult.ts'

/** POST /v1/scan/transaction */
export function transactionRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/transaction',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanTransaction',
        summary: 'Judge a transaction before it is signed',
        description:
          'Simulates the transaction on a fork of the chain and answers what it would transfer, what it would approve, and how risky that is.',
        body: TransactionBody,
        response: { 200: Enveloped(TransactionResultSchema, 'The effect of the transaction, and its risk.') },
      },
    },
    async (request, reply) => {
      const input = parseTransaction(request.body)
      const context = scanContext(reply)
      const result = withIgnoredMembers(
        'transaction',
        await edge.ports.scans.transaction(input, context),
        request.ignored,
      )
      const { from, to, userOperation } = request.body
      const record = scanRecord(edge, request, {
        kind: 'transaction',
        chain: input.chain,
        // A bundle is about the account that makes it.
        subject: spelling('to', to ?? from ?? userOperation?.sender ?? input.transaction.from).checksummed,
        input: knownMembers(TransactionBody as unknown as SchemaNode, request.body),
        result,
      })
      const scanId = await keepScan(edge, record)
      return success(request, result, scanId)
    },
  )
}
