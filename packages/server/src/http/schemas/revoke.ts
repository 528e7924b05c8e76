import type { SkipReason } from '@redoubt/risk/facts/revocationFacts.ts'
import { type Static, Type } from 'typebox'
import { Address, ChainName, Nullable, OneOf, Text } from './common.ts'
import { FindingSchema } from './finding.ts'
import { readOnlyMembers } from './inertMembers.ts'
import { HexText, PermissionMembers, PermissionStandard, RevocationTransaction, Verified } from './revocation.ts'
import { ApprovalEntry } from './walletApprovals.ts'
import { PermissionEntry } from './walletPermissions.ts'

export const RevokePath = Type.Object({ address: Address('Account whose permissions are withdrawn.') })
export const RevokeQuery = Type.Object({ chain: Type.Optional(ChainName) })

const chosen = {
  standard: PermissionStandard,
  token: Type.Optional(
    Nullable(Address('Contract that keeps the permission, mostly a token. Required but for `eip7702`.')),
  ),
  spender: Address('The account that has the permission.'),
  tokenId: Type.Optional(
    Nullable(
      Text('^([0-9]{1,135}|0x[0-9a-fA-F]{1,112})$', {
        description:
          'A single ERC-721 item, an id of ERC-6909, the type of an ERC-7579 module, the nonce of a signature, or an order. Decimal or 0x hexadecimal, as a string.',
        expected: 'an unsigned integer as a decimal or 0x string',
      }),
    ),
  ),
  terms: Type.Optional(
    Nullable(
      Text('^0x([0-9a-fA-F]{2}){0,8192}$', {
        description: 'Of a signature: as its entry has it.',
        expected: '0x followed by at most 16,384 hex digits',
      }),
    ),
  ),
}

/** Body of POST /v1/wallet/approvals/{address}/revoke. */
export const RevokeBody = Type.Object(
  {
    approvals: Type.Optional(
      Type.Array(
        Type.Object({
          ...chosen,
          ...readOnlyMembers({ ...ApprovalEntry.properties, ...PermissionEntry.properties }, chosen),
        }),
        {
          minItems: 1,
          maxItems: 100,
          description:
            'Approvals to revoke; entries of `GET /v1/wallet/approvals/{address}` and `GET /v1/wallet/permissions/{address}` are accepted as they are.',
        },
      ),
    ),
    all: Type.Optional(
      OneOf<'risky' | 'all'>(['risky', 'all'], {
        default: 'risky',
        description:
          'Instead of `approvals`: `risky` for those of high or critical risk and a delegation to code that no wallet publishes, or `all`. Both count what the ledger counts, signatures and orders that were scanned among them; owners, guards and handler of a Safe, votes and claims are ended by name.',
      }),
    ),
    chain: Type.Optional(ChainName),
    options: Type.Optional(
      Type.Object({
        invalidateNonces: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Also invalidate unused Permit2 signatures for the same tokens and spenders.',
          }),
        ),
        deadlineMs: Type.Optional(
          Type.Integer({ minimum: 200, maximum: 30_000, default: 10_000, description: 'Milliseconds.' }),
        ),
      }),
    ),
  },
  {
    title: 'RevokeRequest',
    examples: [
      { all: 'risky', chain: 'ethereum' },
      {
        approvals: [
          {
            standard: 'erc20',
            token: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
            spender: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
          },
        ],
      },
    ],
  },
)

export type RevokeRequest = Static<typeof RevokeBody>

const Calls = Type.Object(
  {
    kind: Type.Literal('eip5792'),
    version: Type.Literal('2.0.0'),
    from: Type.String(),
    chainId: HexText,
    atomicRequired: Type.Literal(false),
    calls: Type.Array(Type.Object({ to: Type.String(), data: HexText, value: HexText })),
  },
  { title: 'RevocationCalls', description: 'Parameter of `wallet_sendCalls`. A delegation cannot be ended in it.' },
)
const Proposal = Type.Object(
  {
    kind: Type.Literal('safe'),
    safe: Type.String(),
    to: Type.String(),
    data: HexText,
    value: HexText,
    operation: Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1] }),
    nonce: Type.String(),
    simulation: Nullable(Type.Object({ gasUsed: Type.String() })),
    verified: Verified('As many owners as it takes approved it on the fork, and nothing was left.'),
  },
  { title: 'SafeProposal', description: 'One transaction for the owners of the Safe to sign.' },
)

/** `data` of POST /v1/wallet/approvals/{address}/revoke: the shape of RevokeResult, member for member. */
export const RevokeResultSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: ChainName,
    accountType: OneOf(['eoa', 'delegated', 'safe', 'smart-account', 'contract']),
    transactions: Type.Array(RevocationTransaction, {
      description: 'Unsigned, in the order of execution. For a contract account: the calls it has to make.',
    }),
    batch: Nullable(Type.Union([Calls, Proposal]), {
      description: 'The same transactions as one batch, where the account supports it.',
    }),
    skipped: Type.Array(
      Type.Object({
        approval: Type.Object(PermissionMembers),
        reason: OneOf<SkipReason>([
          'not-live',
          'unreadable',
          'refused',
          'no-effect',
          'costly',
          'moves-assets',
          'claimed',
          'too-many',
          'needs-signature',
          'by-name',
        ]),
        detail: Type.String(),
      }),
      { description: 'Approvals without a transaction, and why.' },
    ),
    totals: Type.Object({
      transactions: Type.Integer({ minimum: 0 }),
      approvals: Type.Integer({ minimum: 0 }),
      gas: Nullable(Type.String(), { description: 'Sum of the limits; null: not executed.' }),
    }),
    warnings: Type.Array(FindingSchema),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    complete: Type.Boolean({ description: 'False: there may be more approvals, as `cut` says.' }),
    cut: Type.Array(Type.String()),
    unknown: Type.Array(Type.String()),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Type.String(),
    blockHash: HexText,
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'Revocations' },
)
