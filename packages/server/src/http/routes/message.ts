import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { keepScan } from '../keepScan.ts'
import { knownMembers } from '../knownMembers.ts'
import { parseMessage } from '../parse/parseMessage.ts'
import { scanContext } from '../scanContext.ts'
import { scanRecord } from '../scanRecord.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { MessageBody } from '../schemas/messageBody.ts'
import { MessageResultSchema } from '../schemas/messageResult.ts'

/** POST /v1/scan/message */
export function messageRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/message',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanMessage',
        summary: 'Judge a message before it is signed',
        description:
          'Says what a signature would allow (permits, orders, Safe and smart-account transactions, sign-ins), executes the worst use of the signature on a fork of the chain, and answers how risky that is.',
        body: MessageBody,
        response: { 200: Enveloped(MessageResultSchema, 'The effect of the signature, and its risk.') },
      },
    },
    async (request, reply) => {
      const input = parseMessage(request.body)
      const context = scanContext(reply)
      const result = withIgnoredMembers('transaction', await edge.ports.scans.message(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'message',
        chain: input.chain,
        subject: result.address,
        input: knownMembers(MessageBody as unknown as SchemaNode, request.body),
        result,
      })
      const scanId = await keepScan(edge, record)
      return success(request, result, scanId)
    },
  )
}
