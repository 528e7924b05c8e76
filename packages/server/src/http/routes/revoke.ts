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
        summary: 'Make transactions that withdraw approvals',
        description:
          'Unsigned transactions for chosen or all risky approvals, in each standard, each executed on a fork of the chain and shown to leave nothing; and all of them as one batch where the account can. Nothing is signed, and nothing sent.',
        params: RevokePath,
        querystring: RevokeQuery,
        body: RevokeBody,
        response: { 200: Enveloped(RevokeResultSchema, 'What to sign, and what it leaves.') },
      },
    },
    async (request, reply) => {
      const input = parseRevoke(request.body, request.params.address, request.query)
      const context = scanContext(reply)
      return success(request, await edge.ports.wallets.revoke(input, context))
    },
  )
}
