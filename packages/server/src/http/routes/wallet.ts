import type { Address } from '@redoubt/risk/address.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Static } from 'typebox'
import type { WalletApprovalsInput } from '../../usecases/approvals/walletApprovals.ts'
import { judgedWallet } from '../../usecases/reports/entityResults.ts'
import { withIgnoredFactors, withIgnoredScore, withIgnoredWarnings } from '../../usecases/scans/withIgnoredMembers.ts'
import { success } from '../answer/envelope.ts'
import { followedScanContext, scanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import { viewedWallet, viewOf } from '../answer/viewed.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import { Viewed } from '../schemas/summary.ts'
import { VerifyQuery, VerifySchema, WalletPath, WalletScanQuery, WalletScanSchema } from '../schemas/wallet.ts'
import { ApprovalsPath, ApprovalsQuery, WalletApprovalsSchema } from '../schemas/walletApprovals.ts'
import { PermissionsPath, WalletPermissionsSchema } from '../schemas/walletPermissions.ts'
import { ProfilePath, ProfileQuery, WalletProfileSchema } from '../schemas/walletProfile.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** GET /v1/scan/wallet/{address} and GET /v1/wallet/verify/{address} */
export function walletRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/scan/wallet/:address',
    {
      config: { access: { scopes: ['scan:read', 'wallet:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanWallet',
        summary: 'Judge a wallet',
        description:
          'Scores and weighs its age, history, funding, associations and labels, and finds direct and indirect links to sanctioned accounts, mixers and thieves. Contracts, precompiles and the zero address are answered too.',
        params: WalletPath,
        querystring: WalletScanQuery,
        response: {
          200: Enveloped(Viewed(WalletScanSchema), 'The record of the wallet, and the risk of dealing with it.'),
        },
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
      const context = followedScanContext(reply, edge)
      const began = edge.now()
      const result = withIgnoredFactors(await edge.ports.scans.wallet(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'wallet',
        chain,
        subject: wallet.spelling.checksummed,
        input: { address, chain, includeTransactions, includeApprovals, deadlineMs },
        result,
      })
      const scanId = await storeScan(edge, record, judgedWallet(result, began))
      return success(request, viewedWallet(viewOf(request), result), scanId)
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

/** So many that a client that knows no pages has them all of an ordinary wallet. */
const DEFAULT_LIMIT = 100

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
      const context = scanContext(reply)
      return success(request, await edge.ports.wallets.approvals(listInput(request.params, request.query), context))
    },
  )
}

/** GET /v1/wallet/permissions/{address} */
export function walletPermissionRoutes(app: App, edge: Edge): void {
  app.get(
    '/v1/wallet/permissions/:address',
    {
      config: { access: { scopes: ['wallet:read'] } },
      schema: {
        tags: ['Wallet'],
        operationId: 'listPermissions',
        summary: 'List everything that others may do with a wallet',
        description:
          'Token approvals, operators, the EIP-7702 delegation, modules, guards, credit and vote delegations, each read from the contract that keeps it at one block; what it puts at risk, and the transaction that ends it, executed on a fork. Worst first.',
        params: PermissionsPath,
        querystring: ApprovalsQuery,
        response: { 200: Enveloped(WalletPermissionsSchema, 'The permissions over the wallet, or one page of them.') },
      },
    },
    async (request, reply) => {
      const context = scanContext(reply)
      return success(request, await edge.ports.wallets.permissions(listInput(request.params, request.query), context))
    },
  )
}

function listInput({ address }: { address: string }, query: Static<typeof ApprovalsQuery>): WalletApprovalsInput {
  const { chain = 'ethereum', limit = DEFAULT_LIMIT, cursor = null, risk, deadlineMs } = query
  return {
    chain,
    address: address.toLowerCase() as Address,
    spelling: spelling('address', address),
    limit,
    cursor,
    risk: risk === undefined ? null : ([...new Set(risk.split(','))] as RiskLevel[]),
    deadlineMs: deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}
