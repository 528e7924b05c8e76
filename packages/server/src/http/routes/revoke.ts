import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import { ApiError } from '../../errors.ts'
import type { RevokeInput } from '../../usecases/approvals/revokeApprovals.ts'
import { success } from '../answer/envelope.ts'
import { scanContext } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { spelling } from '../parse/parseEntity.ts'
import { Enveloped } from '../schemas/common.ts'
import { RevokeBody, RevokePath, RevokeQuery, type RevokeRequest, RevokeResultSchema } from '../schemas/revoke.ts'

const DEFAULT_DEADLINE_MS = 10_000

const MAX_ID = 2n ** 256n - 1n
/** A uid of CoW is 56 bytes. */
const MAX_UID = 2n ** 448n - 1n
const WITH_UID: ReadonlySet<Permission['standard']> = new Set(['cow-order-signature', 'presigned-order'])
const WITH_ID: ReadonlySet<Permission['standard']> = new Set([
  'erc721',
  'erc6909',
  'erc7579-module',
  'session-key',
  'permit-signature',
  'authorization-signature',
  'permit2-signature',
  'permit2-allowance-signature',
  'order-signature',
  'seaport-order-signature',
  'cow-order-signature',
  '1inch-order-signature',
  '0x-order-signature',
  'paraswap-order-signature',
  'blur-order-signature',
  'looksrare-order-signature',
  'other-order-signature',
  'delegation-signature',
  'presigned-order',
])

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

/**
 * Reads a validated body, path and query; the network may stand in the body or in the query.
 * @throws ApiError VALIDATION_ERROR for what no schema can say.
 */
export function parseRevoke(body: RevokeRequest, address: string, query: { chain?: Chain }): RevokeInput {
  const { approvals, all, options = {} } = body
  if (approvals !== undefined && all !== undefined)
    throw invalid('body.all: expected either approvals or all, and not both')
  if (body.chain !== undefined && query.chain !== undefined && body.chain !== query.chain)
    throw invalid(`body.chain: expected the network of the query, ${query.chain}`)
  const permissions = approvals?.map(readPermission)
  return {
    chain: body.chain ?? query.chain ?? 'ethereum',
    address: address.toLowerCase() as Address,
    spelling: spelling('address', address),
    permissions: permissions === undefined ? null : [...new Map(permissions.map((one) => [keyOf(one), one])).values()],
    which: all ?? 'risky',
    invalidateNonces: options.invalidateNonces ?? false,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}

function readPermission(
  { standard, token, spender, tokenId, terms }: NonNullable<RevokeRequest['approvals']>[number],
  index: number,
): Permission {
  const at = `body.approvals[${index}]`
  const lower = (address: string) => address.toLowerCase() as Address
  if (standard === 'eip7702') return { standard, token: null, spender: lower(spender), tokenId: null }
  if (!token) throw invalid(`${at}.token: missing, expected 0x followed by 40 hex digits`)
  if (tokenId != null && !WITH_ID.has(standard))
    throw invalid(
      `${at}.tokenId: expected with erc721, erc6909, erc7579-module, session-key, orders and signatures only`,
    )
  const id = tokenId == null ? null : BigInt(tokenId)
  const [most, bits] = WITH_UID.has(standard) ? [MAX_UID, 448] : [MAX_ID, 256]
  if (id !== null && id > most) throw invalid(`${at}.tokenId: expected at most ${bits} bits`)
  if (terms != null && !standard.endsWith('-signature')) throw invalid(`${at}.terms: expected with signatures only`)
  const permission = { standard, token: lower(token), spender: lower(spender), tokenId: id }
  return terms == null ? permission : { ...permission, terms: terms.toLowerCase() as Hex }
}

function keyOf({ standard, token, spender, tokenId, terms }: Permission): string {
  return [standard, token, spender, tokenId, terms].join(':')
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
