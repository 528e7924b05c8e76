import type { Hex } from '@redoubt/risk/address.ts'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { Type } from 'typebox'
import { judgedTransaction } from '../../usecases/reports/entityResults.ts'
import { unavailable } from '../../usecases/scans/transaction/protect/renderProtection.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import { success } from '../answer/envelope.ts'
import { followedScanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import { viewed, viewOf } from '../answer/viewed.ts'
import { watchSigned } from '../answer/watchSigned.ts'
import { scanned } from '../answer/witnessed.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { parseTransaction } from '../parse/parseTransaction.ts'
import { knownMembers } from '../parse/refuseUnknownMembers.ts'
import type { SchemaNode } from '../parse/schemaNode.ts'
import { ChainName, Enveloped, Nullable, OneOf, Text } from '../schemas/common.ts'
import { Viewed, ViewName, ViewQuery } from '../schemas/summary.ts'
import { TransactionBody } from '../schemas/transactionBody.ts'
import { TransactionResultSchema } from '../schemas/transactionResult.ts'

const SentTransactionParams = Type.Object({
  hash: Text('^0x[0-9a-fA-F]{64}$', {
    description: 'Transaction hash.',
    expected: '0x followed by 64 hex digits',
  }),
})

export const SentTransactionQuery = Type.Object({
  chain: Type.Optional(OneOf(CHAINS, { description: 'Network to search. Default: all networks.' })),
  simulate: Type.Optional(
    Type.Boolean({ default: true, description: 'Learn what it did, or simulate a pending one.' }),
  ),
  explain: Type.Optional(Type.Boolean({ default: true, description: 'Explain it in words.' })),
  view: Type.Optional(ViewName),
  trace: Type.Optional(
    Type.Boolean({ default: false, description: 'Answer also every call of the execution, as `trace`.' }),
  ),
  deadlineMs: Type.Optional(
    Type.Integer({ minimum: 200, maximum: 30_000, default: 10_000, description: 'Milliseconds.' }),
  ),
})

/** `data` of GET /v1/scan/transaction/{hash}: the shape of SentTransactionResult, member for member. */
export const SentTransactionResultSchema = Type.Object(
  {
    ...TransactionResultSchema.properties,
    transaction: Type.Object(
      {
        hash: Type.String(),
        chain: ChainName,
        status: OneOf(['mined', 'pending']),
        blockNumber: Nullable(Type.String(), { description: 'Its block; facts are as of the previous block.' }),
        transactionIndex: Nullable(Type.Integer()),
        from: Type.String(),
        to: Nullable(Type.String()),
        success: Nullable(Type.Boolean(), { description: 'As mined.' }),
        gasUsed: Nullable(Type.String()),
        source: Nullable(OneOf(['trace', 'replay', 'receipt']), {
          description: 'Source of its effects: the node’s trace, a new execution, or its receipt and logs alone.',
        }),
      },
      { title: 'SentTransaction' },
    ),
  },
  { title: 'SentTransactionScanResult' },
)

/** An unknown member may have meant another transaction. */
const IGNORED = unavailable({
  reason: 'ignored-members',
  message: 'Members of the request were ignored: another transaction may have been meant.',
})

/** POST /v1/scan/transaction */
export function transactionRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/transaction',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanTransaction',
        summary: 'Judge a transaction before it is signed',
        description:
          'Simulates the transaction on a fork of the chain and answers what it would transfer, what it would approve, and how risky that is.',
        body: TransactionBody,
        querystring: ViewQuery,
        response: { 200: Enveloped(Viewed(TransactionResultSchema), 'The effect of the transaction, and its risk.') },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const input = parseTransaction(request.body)
      const context = followedScanContext(reply, edge)
      const wanted = request.body.options?.witness
      const { result: made, verdict } = await scanned(
        edge,
        'transaction',
        { input, wanted, ignored: request.ignored },
        context,
      )
      const judged = withIgnoredMembers('transaction', made, request.ignored)
      const result = judged.protect && request.ignored.length > 0 ? { ...judged, protect: IGNORED } : judged
      const { from, to, userOperation } = request.body
      const record = scanRecord(edge, request, {
        kind: 'transaction',
        chain: input.chain,
        // A bundle is about the account that makes it.
        subject: spelling('to', to ?? from ?? userOperation?.sender ?? input.transaction.from).checksummed,
        input: knownMembers(TransactionBody as unknown as SchemaNode, request.body),
        result,
        verdict,
      })
      const scanId = await storeScan(edge, record)
      await watchSigned(edge, record, scanId, input.transaction.from)
      return success(request, viewed(view, result, input.transaction.from), scanId)
    },
  )
}

const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/scan/transaction/{hash} */
export function sentTransactionRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/scan/transaction/:hash',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanSentTransaction',
        summary: 'Judge a sent transaction',
        description:
          'A mined transaction is judged by its effects, at its position in its block; a pending one as if it were about to be signed.',
        params: SentTransactionParams,
        querystring: SentTransactionQuery,
        response: {
          200: Enveloped(Viewed(SentTransactionResultSchema), 'The effect of the sent transaction, and its risk.'),
        },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const {
        chain = null,
        simulate = true,
        explain = true,
        trace = false,
        deadlineMs = DEFAULT_DEADLINE_MS,
      } = request.query
      const hash = request.params.hash.toLowerCase() as Hex
      const input = { hash, chain, simulate, explain, trace, deadlineMs }
      const context = followedScanContext(reply, edge)
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
      const scanId = await storeScan(edge, record, simulate ? judgedTransaction(result, began) : null)
      return success(request, viewed(view, result, result.transaction.from), scanId)
    },
  )
}
