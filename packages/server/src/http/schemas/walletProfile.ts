import type { Hex } from '@redoubt/risk/address.ts'
import type { FoundNft } from '@redoubt/risk/facts/holdings.ts'
import type { ActivityLabel } from '@redoubt/risk/facts/marketActs.ts'
import { Type } from 'typebox'
import { Address, ChainName, Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'

export const ProfilePath = Type.Object({ address: Address('Wallet.') })

export const ProfileQuery = Type.Object({
  chain: Type.Optional(ChainName),
  deadlineMs: Type.Optional(
    Type.Integer({
      minimum: 200,
      maximum: 30_000,
      default: 10_000,
      description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
    }),
  ),
})

const text = (description?: string) => Nullable(Type.String(), description === undefined ? {} : { description })
const usd = (description: string) => Nullable(Type.Number(), { description })
const count = (description: string) => Nullable(Type.Integer({ minimum: 0 }), { description })
const strings = (description: string) => Type.Array(Type.String(), { description })
const spam = text('Why it counts for nothing, in words; null when it counts.')

const TokenHolding = Type.Object(
  {
    token: Type.String(),
    symbol: Type.String({
      description:
        'The registry’s symbol for a listed token, else the token’s own, cleaned; `Unknown symbol` when it has none.',
    }),
    name: Type.String(),
    decimals: Nullable(Type.Integer()),
    balance: Type.String({ description: 'Whole units; base units when its decimals are unknown.' }),
    priceUsd: usd('Of one whole unit.'),
    valueUsd: usd('Balance at its price; of a token that only a pool prices, no more than that pool could pay.'),
    riskLevel: Nullable(RiskLevelName, {
      description: 'Of the token’s own judgement; null: it was not judged lately, and nothing speaks against it here.',
    }),
    priceSource: text('Source of the price.'),
    spam,
  },
  { title: 'TokenHolding' },
)

const NftHolding = Type.Object(
  {
    contract: Type.String(),
    name: Type.String(),
    standard: OneOf<FoundNft['standard']>(['erc721', 'erc1155']),
    count: Type.String({ description: 'Pieces, or the sum of editions.' }),
    tokenIds: strings('Confirmed at the block, ascending, the first fifty.'),
    spam,
  },
  { title: 'NFTHolding' },
)

const Native = Type.Object({
  symbol: Type.String(),
  balance: text('Whole units.'),
  priceUsd: usd('Of one unit.'),
  valueUsd: usd('Balance at its price.'),
  priceSource: text('Source of the price.'),
})

/** `data` of GET /v1/wallet/profile/{address}: the shape of WalletProfileResult, member for member. */
export const WalletProfileSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: ChainName,
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    age: count('Whole days since its first transaction.'),
    transactionCount: count('Sent by it, by its nonce.'),
    holdings: Type.Object(
      {
        totalValue: usd('USD of the coin and of every token that has a price and is no spam.'),
        native: Native,
        tokens: Type.Array(TokenHolding, { description: 'Most valuable first, spam last.' }),
        nfts: Type.Array(NftHolding),
        complete: Type.Boolean({ description: 'False: holdings may be missing, as `cut` says.' }),
        cut: strings('Parts that could not be read.'),
      },
      { title: 'WalletHoldings' },
    ),
    activity: Type.Object(
      {
        last24h: count('Transactions of the last 24 hours before the block.'),
        last7d: count('Of the last 7 days.'),
        last30d: count('Of the last 30 days.'),
        avgTransactionSize: usd('USD that a transaction moves on average, at today’s prices.'),
      },
      { title: 'WalletActivity' },
    ),
    associations: Type.Object(
      {
        knownEntities: Type.Array(Type.String()),
        flaggedAddresses: Type.Array(Type.String()),
        fundingSources: Type.Array(Type.String()),
      },
      { title: 'ProfileAssociations' },
    ),
    security: Type.Object(
      {
        activeApprovals: count('Live approvals; null when none was seen and not all could be read, as of the others.'),
        unlimitedApprovals: count('Those without a limit.'),
        riskyApprovals: count('Those of high or critical risk.'),
      },
      { title: 'WalletSecurity' },
    ),
    activityLabels: Type.Array(
      Type.Object({
        label: OneOf<ActivityLabel['label']>(['whale', 'mev_bot', 'smart_money']),
        evidence: Type.Unsafe<ActivityLabel['evidence']>({ type: 'object', additionalProperties: true }),
      }),
      { description: 'Tags derived from its behaviour, with their evidence. An absent tag does not mean “no”.' },
    ),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: strings('Members that are null, or short, for want of knowledge.'),
    unavailable: strings('Sources that failed.'),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.Unsafe<Hex>({ type: 'string' })),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'WalletProfile' },
)
