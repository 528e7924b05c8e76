import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { type TSchema, Type } from 'typebox'
import { type EventType, TEST_EVENT } from '../../domain/event.ts'
import type { SignedStatus } from '../../domain/signedPermission.ts'
import { Nullable, OneOf } from './common.ts'
import { GuardRuleName, RuleResults } from './guardedRpc.ts'

const Shown = (description: string) => Type.String({ description })
const Unknowable = (description: string) => Nullable(Type.String(), { description })
const Network = OneOf<Chain>(CHAINS, { description: 'Network.' })
const Level = OneOf<RiskLevel>(['safe', 'low', 'medium', 'high', 'critical'])

const watched = {
  entity: Shown('The address or URL.'),
  entityType: OneOf(['wallet', 'contract', 'url'], { description: 'Kind of the entity.' }),
  chain: Type.Optional(OneOf<Chain>(CHAINS, { description: 'Network; absent for a URL.' })),
}

/** Where it happened, and what the service could not learn about it. */
const place = {
  wallet: Shown('The watched address.'),
  chain: Network,
  transactionHash: Shown('Hash of the transaction.'),
  blockNumber: Shown('Number of the block, decimal.'),
  blockTimestamp: Type.String({ format: 'date-time', description: 'Time of the block.' }),
  logIndex: Nullable(Type.Integer({ minimum: 0 }), { description: 'Position of the log; null without a log.' }),
  inside: Type.Optional(
    Type.Unsafe<true>({ type: 'boolean', enum: [true], description: 'A payment inside of a transaction.' }),
  ),
  initiator: Shown('Sender of the transaction.'),
  claimed: Type.Boolean({
    description: 'Only the log of an unlisted token says so, in a transaction that is not the wallet’s.',
  }),
  leftOut: Type.Integer({ minimum: 0, description: 'Further activities of the transaction that are not reported.' }),
  unknown: Type.Array(Type.String(), { description: 'Members that are null because nothing answered in time.' }),
}
const counterparty = {
  counterparty: Shown('The other side.'),
  counterpartyLabel: Unknowable('Its label.'),
  direction: OneOf(['in', 'out'], { description: 'Seen from the wallet.' }),
  token: Unknowable('The token; null for the network’s coin.'),
  asset: Unknowable('Symbol, or the token’s address.'),
}
const worth = {
  amount: Unknowable('Decimal, in whole units.'),
  amountUsd: Unknowable('Decimal; null without a fresh price.'),
  priceStatus: Nullable(OneOf(['fresh', 'stale', 'unknown']), { description: 'What `amountUsd` rests on.' }),
  priceSource: Unknowable('The feed or the pool that gives the price.'),
}
const permission = {
  token: Shown('The token.'),
  tokenSymbol: Unknowable('Its symbol.'),
  spender: Unknowable('The address that may take the tokens.'),
  spenderLabel: Unknowable('Its label.'),
  standard: OneOf(['erc20', 'erc721', 'erc1155', 'permit2'], { description: 'Standard of the token.' }),
  tokenId: Unknowable('The item, where one item is approved.'),
}

/** `data` of each type of event, as webhooks, lists and streams carry it; docs/EVENTS.md tells when it is raised. */
const guardedSend = {
  wallet: Shown('The wallet whose policy decided; the sender where none did.'),
  chain: Network,
  transactionHash: Shown('Hash of the transaction.'),
  to: Unknowable('Recipient; null: it creates a contract.'),
  rule: GuardRuleName,
  message: Shown('One sentence.'),
  rules: RuleResults,
  recommendation: Unknowable('Of the scan.'),
  riskScore: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { description: 'Of the scan.' }),
  riskLevel: Unknowable('Of the scan.'),
  requestId: Shown('Under which the scan is kept.'),
  heldId: Unknowable('Id of the held transaction; null: it was refused at once.'),
}

export const EVENT_DATA = {
  'policy.held': Type.Object(
    {
      ...guardedSend,
      releaseAt: Nullable(Type.String({ format: 'date-time' }), {
        description: 'When it is judged again; null: an approval alone releases it.',
      }),
      expiresAt: Type.String({ format: 'date-time', description: 'When it is dropped.' }),
    },
    { title: 'PolicyHeldData' },
  ),
  'policy.refused': Type.Object(guardedSend, { title: 'PolicyRefusedData' }),
  'entity.risk_changed': Type.Object(
    {
      ...watched,
      previousScore: Type.Integer({ description: 'The score that was last reported.' }),
      currentScore: Type.Integer({ description: 'The score now.' }),
      change: Type.Integer({ description: '`currentScore` minus `previousScore`.' }),
      factors: Type.Array(Type.String(), { description: 'Titles of the heaviest findings.' }),
    },
    { title: 'RiskChangedData' },
  ),
  'entity.threat_detected': Type.Object(
    {
      ...watched,
      threatType: Shown('Kind of threat, as in `threats` of scans.'),
      severity: OneOf(['low', 'medium', 'high', 'critical'], { description: 'Severity of the threat.' }),
      description: Shown('The threat in a sentence.'),
    },
    { title: 'ThreatDetectedData' },
  ),
  'approval.new': Type.Object(
    {
      ...place,
      ...permission,
      amount: Shown('Decimal in whole units, or `unlimited`.'),
      riskLevel: Nullable(Level, { description: 'Risk of the approval.' }),
    },
    { title: 'NewApprovalData' },
  ),
  'approval.revoked': Type.Object(
    { ...place, ...permission, previousAmount: Unknowable('What was approved before.') },
    { title: 'RevokedApprovalData' },
  ),
  'address.interaction': Type.Object(
    {
      ...place,
      ...counterparty,
      ...worth,
      counterparty: Unknowable('The other side, or the delegate of the account (EIP-7702).'),
      priceStatus: Type.Optional(worth.priceStatus),
      priceSource: Type.Optional(worth.priceSource),
      riskScore: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { description: 'Score of the counterparty.' }),
      riskLevel: Nullable(Level, { description: 'Its risk level.' }),
      delegation: Type.Optional(
        Type.Boolean({ description: 'Present for a delegation: true for a new one, false for a revoked one.' }),
      ),
    },
    { title: 'InteractionData' },
  ),
  'monitor.transfer': Type.Object({ ...place, ...counterparty, ...worth }, { title: 'TransferData' }),
  'monitor.large_transfer': Type.Object(
    { ...place, ...counterparty, ...worth, threshold: Shown('Threshold of the monitor in USD, decimal.') },
    { title: 'LargeTransferData' },
  ),
  'monitor.nft_transfer': Type.Object(
    {
      ...place,
      ...counterparty,
      standard: OneOf(['erc721', 'erc1155'], { description: 'Standard of the items.' }),
      items: Nullable(
        Type.Array(Type.Object({ tokenId: Shown('Id of the item.'), amount: Shown('How many of it.') })),
        { description: 'The first 50 items; null where the log is over 64 KiB.' },
      ),
      itemCount: Nullable(Type.Integer({ minimum: 0 }), { description: 'Number of items.' }),
    },
    { title: 'NftTransferData' },
  ),
  'monitor.contract_interaction': Type.Object(
    {
      ...place,
      contract: Shown('The contract that was called.'),
      contractLabel: Unknowable('Its label.'),
      selector: Shown('First four bytes of the call data.'),
    },
    { title: 'ContractInteractionData' },
  ),
  'monitor.permission': Type.Object(
    {
      wallet: place.wallet,
      chain: Network,
      status: OneOf<SignedStatus>(['used', 'changed', 'dangerous', 'expired'], {
        description:
          '`used`: something or all of it was taken, or it was cancelled. `changed`: the spender runs other code or obeys another account. `dangerous`: it scores as the monitor asks for, and worse than before. `expired`: its time was over before all of it was used.',
      }),
      kind: OneOf(['signature', 'approval'], { description: 'What was scanned.' }),
      standard: Shown('Standard of the signature or the token.'),
      token: Shown('The contract that keeps it: the token, or the verifier of a signature.'),
      spender: Shown('The address that may use it.'),
      description: Shown('What it lets go, in words.'),
      requestId: Shown('The scan, for `GET /v1/scans/{requestId}`.'),
      origin: Unknowable('The page that asked; null: the scan named none.'),
      deadline: Nullable(Type.String({ format: 'date-time' }), { description: 'When it runs out; null: never.' }),
      left: Unknowable(
        '`open` for an unused signature, else base units; of an order that was filled in part the share that is left, as a decimal fraction; null where it was not read.',
      ),
      changed: Type.Array(Type.String(), {
        description: 'Of `codeHash`, `implementation`, `admin`, `owner`: what is another now.',
      }),
      riskScore: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { description: 'Score of the spender.' }),
      riskLevel: Nullable(Level, { description: 'Its risk level.' }),
      transactionHash: Unknowable(
        'The last transaction that used an approval without an end; null for what a look at the state found.',
      ),
      blockNumber: place.blockNumber,
      blockTimestamp: place.blockTimestamp,
      logIndex: place.logIndex,
      unknown: place.unknown,
    },
    { title: 'PermissionData' },
  ),
  'policy.limit_alert': Type.Object(
    {
      wallet: Shown('The wallet, in EIP-55.'),
      window: OneOf(['utc_day', 'rolling_24h'], { description: 'Which limit.' }),
      limitUsd: Shown('The limit in USD, decimal.'),
      usedUsd: Shown('Booked and open, in USD, decimal.'),
      leftUsd: Shown('What is left, in USD, decimal.'),
      alertAt: Shown('Share of the limit at which it is emitted, decimal.'),
      day: Shown('UTC day, YYYY-MM-DD.'),
      policyVersion: Type.Integer({ minimum: 1, description: 'Version of the policy.' }),
    },
    { title: 'LimitAlertData' },
  ),
  [TEST_EVENT]: Type.Object(
    { webhookId: Shown('The webhook that was tested.'), message: Shown('A sentence for people.') },
    { title: 'TestData' },
  ),
} satisfies Record<EventType | typeof TEST_EVENT, TSchema>
