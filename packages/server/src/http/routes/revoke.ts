import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { parseRevoke } from '../parse/parseRevoke.ts'
import { scanContext } from '../scanContext.ts'
import { Enveloped } from '../schemas/common.ts'
import { RevokeBody, RevokePath, RevokeQuery, RevokeResultSchema } from '../schemas/revoke.ts'

/** POST /v1/wallet/approvals/{address}/revoke */
export function revokeRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/wallet/approvals/:address/revoke',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'revokeApprovals',
        summary: 'Build transactions that revoke approvals',
        description:
          'Builds unsigned transactions for the chosen approvals or all risky ones, in every standard. Each is executed on a fork of the chain to confirm that no permission is left. Where the account supports it, all of them also come as one batch. Nothing is signed or sent.',
        params: RevokePath,
        querystring: RevokeQuery,
        body: RevokeBody,
        response: { 200: Enveloped(RevokeResultSchema, 'Transactions to sign, and the approvals that remain.') },
      },
    },
    async (request, reply) => {
      const input = parseRevoke(request.body, request.params.address, request.query)
      const context = scanContext(reply)
      return success(request, await edge.ports.wallets.revoke(input, context))
    },
  )
}
