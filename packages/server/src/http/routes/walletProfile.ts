import type { Address } from '@redoubt/risk/address.ts'
import { withIgnoredScore } from '../../usecases/scans/withIgnoredMembers.ts'
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
        summary: 'Show a wallet’s holdings and activity',
        description:
          'Holdings with prices and their sources, spam told apart and not counted; how active it is, its counterparties, what others may take from it, and how risky it is.',
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
      const result = await edge.ports.wallets.profile({ chain, ...wallet, deadlineMs }, context)
      return success(request, withIgnoredScore(result, request.ignored))
    },
  )
}
