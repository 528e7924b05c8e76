import type { Address } from '@redoubt/risk/address.ts'
import { judgedWallet } from '../../usecases/reports/entityResults.ts'
import { withIgnoredFactors, withIgnoredWarnings } from '../../usecases/scans/withIgnoredMembers.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { keepScan } from '../keepScan.ts'
import { spelling } from '../parse/spelling.ts'
import { scanContext } from '../scanContext.ts'
import { scanRecord } from '../scanRecord.ts'
import { Enveloped } from '../schemas/common.ts'
import { VerifyQuery, VerifySchema, WalletPath, WalletScanQuery, WalletScanSchema } from '../schemas/wallet.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/scan/wallet/{address} and GET /v1/wallet/verify/{address} */
export function walletRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/scan/wallet/:address',
    {
      config: { access: { scopes: ['scan:read', 'wallet:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanWallet',
        summary: 'Judge a wallet',
        description:
          'Scores and weighs its age, history, funding, associations and labels, and finds direct and indirect links to sanctioned accounts, mixers and thieves. Contracts, precompiles and the zero address are answered too.',
        params: WalletPath,
        querystring: WalletScanQuery,
        response: { 200: Enveloped(WalletScanSchema, 'The record of the wallet, and the risk of dealing with it.') },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      const {
        chain = 'ethereum',
        includeTransactions = false,
        includeApprovals = false,
        deadlineMs = DEFAULT_DEADLINE_MS,
      } = request.query
      const wallet = { address: address.toLowerCase() as Address, spelling: spelling('address', address), owner: null }
      const input = { chain, ...wallet, includeTransactions, includeApprovals, deadlineMs }
      const context = scanContext(reply)
      const began = edge.now()
      const result = withIgnoredFactors(await edge.ports.scans.wallet(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'wallet',
        chain,
        subject: wallet.spelling.checksummed,
        input: { address, chain, includeTransactions, includeApprovals, deadlineMs },
        result,
      })
      const scanId = await keepScan(edge, record, judgedWallet(result, began))
      return success(request, result, scanId)
    },
  )
  app.get(
    '/v1/wallet/verify/:address',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'verifyAddress',
        summary: 'Verify an address before a payment',
        description:
          'Answers its account type, its labels, whether it imitates another address (address poisoning), its funding, and the evidence against it. Works for unused addresses too.',
        params: WalletPath,
        querystring: VerifyQuery,
        response: { 200: Enveloped(VerifySchema, 'Evidence for and against the address.') },
      },
    },
    async (request, reply) => {
      const { address } = request.params
      const { chain = 'ethereum', for: owner, deadlineMs = DEFAULT_DEADLINE_MS } = request.query
      const context = scanContext(reply)
      const result = await edge.ports.wallets.verify(
        {
          chain,
          address: address.toLowerCase() as Address,
          spelling: spelling('address', address),
          owner: owner === undefined ? null : (owner.toLowerCase() as Address),
          deadlineMs,
        },
        context,
      )
      const raised = withIgnoredWarnings(result, request.ignored)
      return success(request, { ...raised, verified: raised.verified && request.ignored.length === 0 })
    },
  )
}
