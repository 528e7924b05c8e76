import { type Static, Type } from 'typebox'
import { Address, ChainName, Nullable, Text } from './common.ts'
import { readOnlyMembers } from './inertMembers.ts'

const Flag = (description: string) =>
  Type.Optional(Type.Boolean({ default: true, description, 'x-expected': 'true or false' }))
const MAX_USD = 1_000_000_000_000

const Monitoring = Type.Object(
  {
    incomingTransactions: Flag('Incoming coins and tokens.'),
    outgoingTransactions: Flag('Outgoing coins and tokens.'),
    tokenApprovals: Flag('Permissions it gives and withdraws.'),
    nftTransfers: Flag('Items that come and go.'),
    contractInteractions: Flag('Its own calls of contracts.'),
  },
  { title: 'Monitoring', description: 'Kinds of activity to watch. Default: all.' },
)
const Alerts = Type.Object(
  {
    largeTransfer: Type.Optional(
      Type.Object({
        enabled: Flag('Whether `monitor.large_transfer` is emitted.'),
        threshold: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: MAX_USD,
            default: 10_000,
            description: 'Minimum value of an alerted transfer, in USD.',
            'x-expected': `a number from 0 to ${MAX_USD}`,
          }),
        ),
      }),
    ),
    newApproval: Type.Optional(
      Type.Object({
        enabled: Flag('Whether every new approval is an event.'),
        notifyUnlimited: Type.Optional(
          Type.Boolean({
            description:
              'Whether unlimited approvals are alerted, even when other approvals are not. Default: same as `enabled`.',
            'x-expected': 'true or false',
          }),
        ),
      }),
    ),
    suspiciousActivity: Type.Optional(
      Type.Object({
        enabled: Flag('Whether `address.interaction` is emitted.'),
        riskThreshold: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 100,
            default: 60,
            description: 'Minimum risk score of the counterparty.',
            'x-expected': 'a number from 0 to 100',
          }),
        ),
      }),
    ),
  },
  {
    title: 'MonitorAlerts',
    description: 'Which watched activities raise alerts. Default: the defaults of each member.',
  },
)

const example = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  chain: 'ethereum',
  monitoring: {
    incomingTransactions: true,
    outgoingTransactions: true,
    tokenApprovals: true,
    nftTransfers: true,
    contractInteractions: false,
  },
  alerts: {
    largeTransfer: { enabled: true, threshold: 10_000 },
    newApproval: { enabled: true, notifyUnlimited: true },
    suspiciousActivity: { enabled: true, riskThreshold: 60 },
  },
}

/** Body of POST /v1/monitors. */
export const MonitorBody = Type.Object(
  {
    address: Address('The address to watch.', 'refused'),
    chain: Type.Optional(ChainName),
    monitoring: Type.Optional(Monitoring),
    alerts: Type.Optional(Alerts),
  },
  {
    title: 'MonitorRequest',
    examples: [example],
  },
)
export type MonitorRequest = Static<typeof MonitorBody>

const Time = Type.String({ format: 'date-time' })
const Bool = Type.Boolean()
export const MonitorSchema = Type.Object(
  {
    id: Type.String(),
    address: Type.String({ description: 'In EIP-55.' }),
    chain: ChainName,
    monitoring: Type.Object({
      incomingTransactions: Bool,
      outgoingTransactions: Bool,
      tokenApprovals: Bool,
      nftTransfers: Bool,
      contractInteractions: Bool,
    }),
    alerts: Type.Object({
      largeTransfer: Type.Object({ enabled: Bool, threshold: Type.Number() }),
      newApproval: Type.Object({ enabled: Bool, notifyUnlimited: Bool }),
      suspiciousActivity: Type.Object({ enabled: Bool, riskThreshold: Type.Number() }),
    }),
    createdAt: Time,
    updatedAt: Time,
    watch: Nullable(
      Type.Object({
        blockNumber: Type.String({ description: 'Last judged block.' }),
        internalTransactions: Nullable(
          Type.Union([Type.Literal('seen'), Type.Literal('unsupported'), Type.Literal('failed')]),
          {
            description:
              'Whether internal coin transfers are visible, as of the last block with transactions: `unsupported` where no RPC endpoint traces blocks, `failed` where none did in time. Null: no monitor of the network watches payments.',
          },
        ),
        skippedBlocks: Nullable(
          Type.Object({
            from: Type.String({ description: 'Its first block.' }),
            to: Type.String({ description: 'Its last block.' }),
            at: Time,
          }),
          { description: 'The latest range of blocks that were skipped as too old when watching resumed.' },
        ),
      }),
      { description: 'Progress of watching the network; null before the first judged block.' },
    ),
  },
  { title: 'Monitor' },
)
/** Body of PUT /v1/monitors/{id}: also a monitor as GET answers it. */
export const MonitorReplacement = Type.Object(
  { ...MonitorBody.properties, ...readOnlyMembers(MonitorSchema.properties, MonitorBody.properties) },
  { title: 'MonitorReplacement', examples: [example] },
)
export const MonitorPage = Type.Object({
  monitors: Type.Array(MonitorSchema),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})
export const DeletedMonitor = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export const MonitorPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the monitor.', expected: 'the id of a monitor' }),
})
export const MonitorQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,256}$', {
      description: 'The `nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})
