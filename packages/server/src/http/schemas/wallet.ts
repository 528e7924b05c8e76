import type { Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { AccountClass, Label } from '@redoubt/risk/facts/account.ts'
import type { WalletExtension } from '@redoubt/risk/facts/walletContract.ts'
import type { Exposure } from '@redoubt/risk/facts/walletFacts.ts'
import type { HistorySource } from '@redoubt/risk/facts/walletHistory.ts'
import { Type } from 'typebox'
import { WALLET_LABELS, type WalletLabel } from '../../usecases/scans/wallet/unknownOfWallet.ts'
import { Address, ChainName, Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { Breakdown, FindingSchema } from './finding.ts'
import { ViewName } from './summary.ts'
import { RecentSummarySchema } from './transactionParts.ts'
import { WalletApprovalsSchema } from './walletApprovals.ts'

export const WalletPath = Type.Object({ address: Address('Wallet.') })

const deadlineMs = Type.Optional(
  Type.Integer({
    minimum: 200,
    maximum: 30_000,
    default: 10_000,
    description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
  }),
)

export const WalletScanQuery = Type.Object({
  chain: Type.Optional(ChainName),
  includeTransactions: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds `transactions`: sums by asset and the newest twenty.' }),
  ),
  includeApprovals: Type.Optional(
    Type.Boolean({ default: false, description: 'Adds `approvals`: the worst fifty and a summary of all.' }),
  ),
  view: Type.Optional(ViewName),
  deadlineMs,
})

export const VerifyQuery = Type.Object({
  chain: Type.Optional(ChainName),
  for: Type.Optional(
    Address('The wallet that is about to pay: its history shows whether the address was planted there.'),
  ),
  deadlineMs,
})

const text = (description?: string) => Nullable(Type.String(), description === undefined ? {} : { description })
const label = () => Type.String({ description: 'Always text: `Unlabelled wallet` where no source names it.' })
const date = (description: string) => Nullable(Type.String({ format: 'date-time' }), { description })
const strings = (description: string) => Type.Array(Type.String(), { description })
const Hash = Type.Unsafe<Hex>({ type: 'string' })
const share = Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'Value that it received, or paid, in USD; null when no price is known.',
})

const Association = Type.Object(
  {
    address: Type.String(),
    label: label(),
    relation: OneOf(['funded_by', 'sent_to', 'received_from', 'interacted', 'deployed', 'approved', 'similar_to']),
    direction: Nullable(OneOf(['in', 'out', 'both'])),
    count: Type.Integer({ minimum: 0, description: 'Payments and calls.' }),
    firstSeen: date('First seen.'),
    lastSeen: date('Last seen.'),
    riskLevel: Nullable(RiskLevelName, {
      description: 'Of its own judgement; null: it was not judged lately, and no list accuses it.',
    }),
  },
  { title: 'AddressAssociation' },
)

const SubScoreSchema = Type.Object(
  {
    score: RiskScore,
    weight: Type.Integer({ description: 'Percent.' }),
    known: Type.Boolean({ description: 'False: neutral, or based on incomplete facts.' }),
    reason: Type.String(),
  },
  { title: 'SubScore' },
)

const extensions = Type.Array(
  Type.Object({
    address: Type.String(),
    role: OneOf<WalletExtension['role']>(['module', 'guard', 'module guard', 'fallback handler']),
    label: label(),
  }),
)

const WalletContractSchema = Type.Union(
  [
    Type.Object({
      type: Type.Literal('safe'),
      version: Type.String(),
      owners: strings('Owners.'),
      threshold: Type.Integer(),
      modules: strings('Move assets without signatures.'),
      guard: text(),
      moduleGuard: text(),
      fallbackHandler: text(),
      extensions,
      complete: Type.Boolean(),
    }),
    Type.Object({
      type: Type.Literal('smart-account'),
      name: Type.String(),
      implementation: Type.String(),
      modules: strings('ERC-7579 modules.'),
      extensions,
      complete: Type.Boolean(),
    }),
    Type.Object({ type: Type.Literal('delegated'), delegate: Type.String(), delegateLabel: label() }),
    Type.Object({ type: Type.Literal('contract') }),
  ],
  { title: 'WalletContract', description: 'Code of the account.' },
)

/** Members that end every answer about a wallet. */
const closing = {
  complete: Type.Boolean({
    description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
  }),
  unknown: strings('Members that are null, or short, for want of knowledge, and facts no member shows.'),
  unavailable: strings('Sources that failed.'),
  blockNumber: Nullable(Type.String()),
  blockHash: Nullable(Hash),
  rulesetVersion: Type.String(),
  intelAsOf: Type.String(),
}

/** `data` of GET /v1/scan/wallet/{address}: the shape of WalletScanResult, member for member. */
export const WalletScanSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: OneOf<Chain>(CHAINS),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    labels: Type.Array(OneOf<WalletLabel>(WALLET_LABELS)),
    profile: Type.Object({
      age: Nullable(Type.Integer(), { description: 'Whole days since it was first seen.' }),
      transactionCount: Nullable(Type.Integer(), { description: 'Transactions that it sent, by its nonce.' }),
      firstSeen: date('First transaction, or first coin received.'),
      lastSeen: date('Last transaction, or last genuine transfer.'),
    }),
    associations: Type.Object({
      knownEntities: strings('Names of services that it deals with.'),
      flaggedAddresses: strings('Mixers, sanctioned and accused parties with direct transfers to or from it.'),
      fundingSources: strings('Where its first money came from, nearest first: names, or unknown addresses.'),
    }),
    riskFactors: Type.Array(FindingSchema),
    subScores: Type.Object({
      age: SubScoreSchema,
      history: SubScoreSchema,
      funding: SubScoreSchema,
      associations: SubScoreSchema,
      labels: SubScoreSchema,
    }),
    weightedScore: Type.Integer({
      description: 'The sub-scores by weight, before the floors that findings put under `riskScore`.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    accountType: Nullable(OneOf<AccountClass>(['eoa', 'delegated-eoa', 'contract', 'precompile'])),
    walletContract: Nullable(WalletContractSchema),
    labelSources: Type.Array(
      Type.Object({
        name: Type.String(),
        category: Type.Unsafe<Label['category']>({ type: 'string' }),
        source: Type.String(),
        confidence: OneOf<Label['confidence']>(['high', 'medium', 'low']),
        since: text('Since when a loaded list has it.'),
      }),
    ),
    fundingChain: Type.Array(
      Type.Object({
        hop: Type.Integer({ minimum: 1, maximum: 3 }),
        address: Type.String(),
        label: label(),
        transactionHash: Nullable(Hash),
        blockNumber: text(),
        value: text('Wei.'),
      }),
    ),
    counterparties: Type.Array(Association),
    exposures: Type.Array(
      Type.Object({
        kind: OneOf<Exposure['kind']>(['mixer', 'sanctioned', 'flagged']),
        address: Type.String(),
        said: strings('Labels of it in lists.'),
        direction: OneOf<Exposure['direction']>(['in', 'out']),
        hops: Type.Unsafe<1 | 2>({ type: 'integer', enum: [1, 2] }),
        through: text('The account in between, at two hops.'),
        share,
        usd: Nullable(Type.Number()),
      }),
    ),
    historySource: Nullable(OneOf<HistorySource>(['etherscan', 'blockscout', 'ots', 'archive', 'index', 'head'])),
    transactions: Type.Optional(Nullable(RecentSummarySchema, { description: 'Only with `includeTransactions`.' })),
    approvals: Type.Optional(
      Nullable(
        Type.Object({
          summary: WalletApprovalsSchema.properties.summary,
          entries: WalletApprovalsSchema.properties.approvals,
          complete: Type.Boolean(),
        }),
        { description: 'Only with `includeApprovals`.' },
      ),
    ),
    ...closing,
    breakdown: Breakdown,
  },
  { title: 'WalletScanResult' },
)

/** `data` of GET /v1/wallet/verify/{address}: the shape of VerifyResult, member for member. */
export const VerifySchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: OneOf<Chain>(CHAINS),
    verified: Type.Boolean({
      description:
        'No evidence against it (below medium, no finding above low), and evidence for it: a trusted label, or transactions of its own.',
    }),
    labels: Type.Array(OneOf<WalletLabel | 'nft_marketplace'>([...WALLET_LABELS, 'nft_marketplace'])),
    riskScore: RiskScore,
    checks: Type.Object({
      isContract: Nullable(Type.Boolean(), { description: 'Code of its own.' }),
      hasCode: Nullable(Type.Boolean(), { description: 'Any code, an EIP-7702 delegation included.' }),
      isEOA: Nullable(Type.Boolean(), { description: 'A private key controls it: true for EIP-7702 accounts.' }),
      isPoisoned: Nullable(Type.Boolean(), {
        description:
          'Address poisoning: worthless transfers planted it in the history of `for`, or of one of its counterparties, and it resembles a counterparty there. Null: that history was not read in full.',
      }),
      isSimilar: text('The address that it resembles.'),
      fundingSource: strings('Where its first money came from, nearest first.'),
      associations: Type.Array(Association),
    }),
    riskLevel: RiskLevelName,
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    warnings: Type.Array(FindingSchema),
    similar: Type.Array(
      Type.Object({
        address: Type.String(),
        label: label(),
        prefixMatchLength: Type.Integer(),
        suffixMatchLength: Type.Integer(),
        by: OneOf(['known', 'history'], { description: 'A known address, or one that the owner deals with.' }),
        baits: Type.Array(
          Type.Object({
            kind: OneOf(['zero-value', 'dust', 'counterfeit']),
            transactionHash: Hash,
            blockNumber: Type.String(),
          }),
        ),
      }),
      { description: 'Everything it resembles, planted ones first.' },
    ),
    ...closing,
  },
  { title: 'AddressVerification' },
)
