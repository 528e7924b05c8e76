import type { Hex } from '@redoubt/risk/address.ts'
import type { Evidence } from '@redoubt/risk/engine/finding.ts'
import type { AccountClass } from '@redoubt/risk/facts/account.ts'
import type { SkipReason } from '@redoubt/risk/facts/revocationFacts.ts'
import type { UnconfirmedApproval } from '@redoubt/risk/facts/walletApprovals.ts'
import { Type } from 'typebox'
import { Address, ChainName, Nullable, OneOf, RiskLevelName } from './common.ts'
import { FindingSchema } from './finding.ts'
import { HexText, PermissionStandard, Power, RevocationTransaction } from './revocation.ts'

export const PermissionsPath = Type.Object({ address: Address('The wallet.') })

const Hash = Type.Unsafe<Hex>({ type: 'string' })
const date = (description: string) => Nullable(Type.String({ format: 'date-time' }), { description })
const text = (description: string) => Nullable(Type.String(), { description })
const counted = (description: string) => Nullable(Type.Integer({ minimum: 0 }), { description })

const { approvals, verified, ...ending } = RevocationTransaction.properties
const End = Type.Object(
  {
    ...ending,
    endsOthers: Type.Integer({ minimum: 0, description: 'Other entries of the page that the same transaction ends.' }),
    verified,
  },
  {
    title: 'PermissionEnd',
    description:
      'The unsigned transaction that ends it, executed on a fork of the chain; where `signing` stands, after the wallet signed that message.',
  },
)

export const PermissionEntry = Type.Object(
  {
    standard: PermissionStandard,
    power: Power,
    token: text('The contract that keeps the permission, mostly a token; null for a delegation of the account.'),
    tokenLabel: Type.String({ description: 'Symbol or label of that contract; empty for a delegation.' }),
    symbol: text('The token that is at risk, where there is one.'),
    spender: Type.String({ description: 'Who has the permission.' }),
    spenderLabel: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
    spenderClass: Nullable(OneOf<AccountClass>(['eoa', 'delegated-eoa', 'contract', 'precompile'])),
    tokenId: text(
      'A single ERC-721 item, an id of ERC-6909, the type of an ERC-7579 module, the nonce of a signature, or an order in decimal.',
    ),
    terms: Nullable(HexText, {
      description: 'Of a signature: what else its contract must be told to end it. Pass it on as it is.',
    }),
    orderId: text('Of an order or a delegation: its hash, of CoW’s its uid, in hexadecimal.'),
    filled: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Of an order: the share that was filled; null for others, and where its contract does not count.',
    }),
    allowance: Type.String({
      description:
        'Whole units, `unlimited`, `all` where the permission has no amount, `unknown` where it is not known how much is left; of a signature what it takes, in words, and of an order for what.',
    }),
    unlimited: Type.Boolean(),
    expiration: date('Of an allowance of Permit2, and of a signature; null: never.'),
    valueAtRiskUsd: Nullable(Type.Number(), {
      description: 'What its holder could take or borrow now; null when not known.',
    }),
    grantedAt: date('When it was last given.'),
    grantedBlock: text('Its block.'),
    transactionHash: Nullable(Hash, { description: 'Its transaction; null when no event shows it.' }),
    lastUsed: date('Last use that was seen; watched for token approvals only.'),
    riskLevel: RiskLevelName,
    reasons: Type.Array(
      Type.Object({
        id: Type.String(),
        severity: RiskLevelName,
        description: Type.String(),
        evidence: Type.Unsafe<Evidence>({ type: 'object', additionalProperties: true }),
      }),
      { description: 'Reasons of its risk level, the worst first.' },
    ),
    signature: Nullable(
      Type.Object(
        {
          requestId: Type.String({ description: 'The scan that showed it.' }),
          scannedAt: Type.String({ format: 'date-time', description: 'When it was scanned.' }),
          origin: text('The page that asked for it, as the scan was told.'),
          primaryType: text('Of the typed data.'),
        },
        { title: 'ScannedSignature' },
      ),
      {
        description:
          'A signature that was scanned with this account and is not used yet; whether it was given is not known.',
      },
    ),
    end: Nullable(End, { description: 'Null: there is none, as `cannotEnd` says.' }),
    cannotEnd: Nullable(
      Type.Object({
        reason: OneOf<SkipReason | 'unexecuted'>([
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
          'unexecuted',
        ]),
        detail: Type.String(),
      }),
      { description: 'Why no transaction ends it; null where one does.' },
    ),
  },
  { title: 'WalletPermission' },
)

/** `data` of GET /v1/wallet/permissions/{address}: the shape of WalletPermissionsResult, member for member. */
export const WalletPermissionsSchema = Type.Object(
  {
    address: Type.String({ description: 'As the caller spelled it.' }),
    chain: ChainName,
    accountType: Nullable(OneOf(['eoa', 'delegated', 'safe', 'smart-account', 'contract']), {
      description: 'Null: it could not be read.',
    }),
    permissions: Type.Array(PermissionEntry, { description: 'Worst first, then most value at risk.' }),
    summary: Type.Object(
      {
        total: counted('All entries.'),
        risky: Nullable(Type.Integer({ minimum: 0 }), { description: 'High or critical.' }),
        byPower: Type.Object(
          {
            everything: counted('That act as the account.'),
            sign: counted('That act as the account together with others.'),
            take: counted('That move assets.'),
            borrow: counted('That run up debts in its name.'),
            veto: counted('That block its transactions.'),
            claim: counted('That claim in its name.'),
            vote: counted('That vote with its tokens.'),
            answer: counted('That answer calls for it.'),
          },
          { description: 'Entries by what their holders can do.' },
        ),
      },
      {
        title: 'PermissionSummary',
        description:
          'Of the whole ledger, whatever the page and the filter. Null: none was found, and it is incomplete.',
      },
    ),
    nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
    unconfirmed: Type.Array(
      Type.Object({
        standard: PermissionStandard,
        token: Nullable(Type.String()),
        spender: Type.String(),
        tokenId: Nullable(Type.String()),
        reason: OneOf<UnconfirmedApproval['reason']>(['unreadable', 'unread', 'claimed'], {
          title: 'UnconfirmedReason',
        }),
        transactionHash: Nullable(Hash),
      }),
      {
        description:
          'Permissions that only logs show, at most a hundred: their state cannot be read (`unreadable`), was not read (`unread`), or an unknown contract logged them in a transaction that is no act of the wallet (`claimed`).',
      },
    ),
    warnings: Type.Array(FindingSchema),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    complete: Type.Boolean({ description: 'False: permissions may be missing, as `cut` says.' }),
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
  { title: 'WalletPermissions' },
)
