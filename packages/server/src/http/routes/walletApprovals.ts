import type { Address } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/riskLevel.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { spelling } from '../parse/spelling.ts'
import { scanContext } from '../scanContext.ts'
import { Enveloped } from '../schemas/common.ts'
import { ApprovalsPath, ApprovalsQuery, WalletApprovalsSchema } from '../schemas/walletApprovals.ts'

/** So many that a client that knows no pages has them all of an ordinary wallet. */
const DEFAULT_LIMIT = 100
const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/wallet/approvals/{address} */
export function walletApprovalRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/wallet/approvals/:address',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'listApprovals',
        summary: 'List the approvals of a wallet',
        description:
          'Every live approval, read from the tokens themselves at one block: ERC-20, ERC-721, ERC-1155 and Permit2; the spender, the value at risk, and the risk level. Worst first.',
        params: ApprovalsPath,
        querystring: ApprovalsQuery,
        response: { 200: Enveloped(WalletApprovalsSchema, 'The approvals of the wallet, or one page of them.') },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      const { chain = 'ethereum', limit = DEFAULT_LIMIT, cursor = null, risk, deadlineMs } = request.query
      const context = scanContext(reply)
      const result = await edge.ports.wallets.approvals(
        {
          chain,
          address: address.toLowerCase() as Address,
          spelling: spelling('address', address),
          limit,
          cursor,
          risk: risk === undefined ? null : ([...new Set(risk.split(','))] as RiskLevel[]),
          deadlineMs: deadlineMs ?? DEFAULT_DEADLINE_MS,
        },
        context,
      )
      return success(request, result)
    },
  )
}
