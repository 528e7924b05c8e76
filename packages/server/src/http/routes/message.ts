import type { Address } from '@redoubt/risk/address.ts'
import { keptPaymentsOf, withAskedByOrigin } from '../../usecases/scans/message/askedByOrigin.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import { requireBookingProof } from '../access/bookingProof.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import { followedScanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import { viewed, viewOf } from '../answer/viewed.ts'
import { watchSigned } from '../answer/watchSigned.ts'
import { scanned } from '../answer/witnessed.ts'
import type { App, Edge } from '../context.ts'
import { parseMessage } from '../parse/parseMessage.ts'
import { knownMembers } from '../parse/refuseUnknownMembers.ts'
import type { SchemaNode } from '../parse/schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { MessageBody } from '../schemas/messageBody.ts'
import { MessageResultSchema } from '../schemas/messageResult.ts'
import { Viewed, ViewQuery } from '../schemas/summary.ts'

/** POST /v1/scan/message */
export function messageRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/message',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanMessage',
        summary: 'Judge a message before it is signed',
        description:
          'Says what a signature would allow (permits, orders, Safe and smart-account transactions, sign-ins), executes the worst use of the signature on a fork of the chain, and answers how risky that is.',
        body: MessageBody,
        querystring: ViewQuery,
        response: { 200: Enveloped(Viewed(MessageResultSchema), 'The effect of the signature, and its risk.') },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const input = parseMessage(request.body)
      const proof = request.body.options?.reserveProof ?? null
      await requireBookingProof(
        { reserve: input.reserve, address: request.body.address.toLowerCase() as Address, proof },
        callerOf(request),
      )
      const context = followedScanContext(reply, edge)
      const wanted = request.body.options?.witness
      const { result: judged, verdict } = await scanned(
        edge,
        'message',
        { input, wanted, ignored: request.ignored },
        context,
      )
      const payments = keptPaymentsOf(judged, input.origin)
      const records = edge.ports.scanRecords
      const answer = await withAskedByOrigin(judged, payments, { records, owner: context, now: edge.now() })
      const result = withIgnoredMembers('transaction', answer, request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'message',
        chain: input.chain,
        subject: result.address,
        input: knownMembers(MessageBody as unknown as SchemaNode, request.body),
        result,
        payments,
        verdict,
      })
      const scanId = await storeScan(edge, record)
      await watchSigned(edge, record, scanId, result.address)
      return success(request, viewed(view, result, result.address), scanId)
    },
  )
}
