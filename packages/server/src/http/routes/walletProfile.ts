import type { Address } from '@redoubt/risk/facts.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { spelling } from '../parse/spelling.ts'
import { scanContext } from '../scanContext.ts'
import { Enveloped } from '../schemas/common.ts'
import { ProfilePath, ProfileQuery, WalletProfileSchema } from '../schemas/walletProfile.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/wallet/profile/{address} */
export function walletProfileRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/wallet/profile/:address',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'profileWallet',
        summary: 'Show what a wallet holds and does',
        description:
          'Holdings with prices and their sources (spam is marked and not counted), activity, counterparties, approvals, and the risk score.',
        params: ProfilePath,
        querystring: ProfileQuery,
        response: { 200: Enveloped(WalletProfileSchema, 'The wallet at the newest block.') },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      const { chain = 'ethereum', deadlineMs = DEFAULT_DEADLINE_MS } = request.query
      const context = scanContext(reply)
      const wallet = { address: address.toLowerCase() as Address, spelling: spelling('address', address) }
      return success(request, await edge.ports.wallets.profile({ chain, ...wallet, deadlineMs }, context))
    },
  )
}
