import type { Hex } from '@redoubt/risk/address.ts'
import type { Evidence } from '@redoubt/risk/engine/finding.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { UnconfirmedApproval, WalletApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { Type } from 'typebox'
import { Address, ChainName, Nullable, OneOf, RiskLevelName, Text } from './common.ts'
import { FindingSchema } from './finding.ts'

export const ApprovalsPath = Type.Object({ address: Address('Owner of the approvals.') })

const LEVEL = '(safe|low|medium|high|critical)'

export const ApprovalsQuery = Type.Object({
  chain: Type.Optional(ChainName),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: 'Approvals of a page.' })),
  cursor: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,1024}$', {
      description:
        '`nextCursor` of the previous page, with the same address, chain and risk. All pages show one block.',
      expected: 'a cursor as answered',
    }),
  ),
  risk: Type.Optional(
    Text(`^${LEVEL}(,${LEVEL}){0,4}$`, {
      description: 'Only these risk levels, separated by commas.',
      expected: 'risk levels separated by commas, such as critical,high',
    }),
  ),
  deadlineMs: Type.Optional(
    Type.Integer({
      minimum: 200,
      maximum: 30_000,
      default: 10_000,
      description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
    }),
  ),
})

const Standard = OneOf<WalletApproval['standard']>(['erc20', 'erc721', 'erc1155', 'permit2'])
const Hash = Type.Unsafe<Hex>({ type: 'string' })
const date = (description: string) => Nullable(Type.String({ format: 'date-time' }), { description })
const text = (description: string) => Nullable(Type.String(), { description })
const usd = (description: string) => Nullable(Type.Number(), { description })

export const ApprovalEntry = Type.Object(
  {
    token: Type.String(),
    symbol: Type.String({ description: 'Symbol of the token, cleaned; `Unknown symbol` when it has none.' }),
    spender: Type.String(),
    spenderLabel: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
    allowance: Type.String({
      description:
        '`unlimited`, or whole units of the token (base units when its decimals are unknown), as its contract answers at the block.',
    }),
    riskLevel: RiskLevelName,
    lastUsed: date('Last transfer by the spender; null when none was seen.'),
    standard: Standard,
    owner: Type.String(),
    tokenId: text('Of an approval of a single item.'),
    operator: Type.Boolean({ description: 'Every item of the collection, now and later.' }),
    unlimited: Type.Boolean(),
    expiration: date('Permit2; null: never.'),
    decimals: Nullable(Type.Integer()),
    balance: text('The owner’s balance of the token in whole units; of a collection, the number of items.'),
    priceUsd: usd('Of one whole unit.'),
    valueAtRiskUsd: usd('The lesser of allowance and balance at its price; null when not known.'),
    throughPermit2: text('Permit2: the allowance of the token for Permit2; without it this approval moves nothing.'),
    grantedAt: date('When it was last given.'),
    grantedBlock: text('Its block.'),
    transactionHash: Nullable(Hash, { description: 'Transaction of the approval; null when no event shows it.' }),
    spenderClass: Nullable(OneOf<AccountClass>(['eoa', 'delegated-eoa', 'contract', 'precompile'])),
    spenderDeployedRecently: Nullable(Type.Boolean()),
    spenderVerified: Nullable(Type.Boolean({ description: 'Source published; asked only for unknown contracts.' })),
    reasons: Type.Array(
      Type.Object({
        id: Type.String(),
        severity: RiskLevelName,
        description: Type.String(),
        evidence: Type.Unsafe<Evidence>({ type: 'object', additionalProperties: true }),
      }),
      { description: 'Reasons of its risk level, the worst first.' },
    ),
  },
  { title: 'Approval' },
)

const count = Nullable(Type.Integer({ minimum: 0 }))

export const WalletApprovalsSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: ChainName,
    approvals: Type.Array(ApprovalEntry, { description: 'Worst first, then most value at risk.' }),
    summary: Type.Object(
      {
        total: count,
        unlimited: count,
        risky: Nullable(Type.Integer({ minimum: 0 }), { description: 'High or critical.' }),
        valueAtRiskUsd: usd('The most that all spenders together could take.'),
        byRisk: Type.Object({ safe: count, low: count, medium: count, high: count, critical: count }),
        unconfirmed: count,
      },
      {
        title: 'ApprovalSummary',
        description:
          'Totals of the whole list, independent of page and filter. Null: none was found, and the list is incomplete.',
      },
    ),
    nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
    unconfirmed: Type.Array(
      Type.Object({
        standard: Standard,
        token: Type.String(),
        spender: Type.String(),
        tokenId: Nullable(Type.String()),
        reason: OneOf<UnconfirmedApproval['reason']>(['unreadable', 'unread', 'claimed'], {
          title: 'UnconfirmedReason',
        }),
        grantedBlock: Nullable(Type.String()),
        transactionHash: Nullable(Hash),
      }),
      {
        description:
          'Approvals that only a token’s logs show, at most a hundred: its state cannot be read (`unreadable`), was not read (`unread`), or an unknown token logged it in a transaction that is no act of the owner (`claimed`).',
      },
    ),
    warnings: Type.Array(FindingSchema),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    complete: Type.Boolean({ description: 'False: approvals may be missing, as `cut` says.' }),
    cut: Type.Array(Type.String()),
    unknown: Type.Array(Type.String(), {
      description: 'Members that are null or incomplete because facts are unknown.',
    }),
    unavailable: Type.Array(Type.String(), { description: 'Sources that failed.' }),
    blockNumber: Type.String(),
    blockHash: Hash,
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'WalletApprovals' },
)
