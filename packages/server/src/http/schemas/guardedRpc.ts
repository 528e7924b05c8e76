import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Severity } from '@redoubt/risk/engine/finding.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { Type } from 'typebox'
import { NAME_EXPECTED, NAME_PATTERN } from '../../domain/account.ts'
import { POLICY_OUTCOMES, POLICY_RULES, type PolicyOutcome, type PolicyRule } from '../../domain/policy/decision.ts'
import { GUARD_RULES, type GuardRule, HELD_STATUSES, type HeldStatus } from '../../domain/rpc/heldTransaction.ts'
import { DEFAULT_GUARD, type GuardSettings, MAX_RPC_TOKENS } from '../../domain/rpc/rpcToken.ts'
import { Nullable, OneOf, Text } from './common.ts'

const Time = (description: string) => Type.String({ format: 'date-time', description })
const Known = (description: string) => Nullable(Type.String(), { description })
const Network = OneOf<Chain>(CHAINS, { description: 'Network.' })
const Level = OneOf<RiskLevel>(['safe', 'low', 'medium', 'high', 'critical'])

const BlockAt = OneOf<GuardSettings['blockAt']>(['low', 'medium', 'high', 'critical'], {
  description: `A transaction judged at this level or above is refused. Default: \`${DEFAULT_GUARD.blockAt}\`, the level of BLOCK.`,
})
const Incomplete = OneOf<GuardSettings['incomplete']>(['hold', 'refuse'], {
  description: `What becomes of a transaction whose outcome could not be learned. Default: \`${DEFAULT_GUARD.incomplete}\`.`,
})
const OnHold = OneOf<GuardSettings['onHold']>(['pending', 'error'], {
  description: `What the wallet is answered when its transaction is held: the hash, as of a pending one, or an error. Default: \`${DEFAULT_GUARD.onHold}\`.`,
})

export const RpcTokenBody = Type.Object(
  {
    name: Text(NAME_PATTERN, { description: 'Name of the token.', expected: `a name of ${NAME_EXPECTED}` }),
    chains: Type.Optional(
      Type.Array(OneOf<Chain>(CHAINS), {
        minItems: 1,
        maxItems: CHAINS.length,
        uniqueItems: true,
        description: 'Networks it works on. Absent: all.',
        'x-expected': 'a list of different networks',
      }),
    ),
    blockAt: Type.Optional(BlockAt),
    incomplete: Type.Optional(Incomplete),
    onHold: Type.Optional(OnHold),
    expiresAt: Type.Optional(
      Type.String({
        maxLength: 40,
        format: 'date-time',
        description: 'From then on the token is refused. Absent: it never expires.',
        'x-expected': 'an ISO 8601 time',
      }),
    ),
  },
  {
    title: 'RpcTokenRequest',
    examples: [{ name: 'phone', chains: ['ethereum'], blockAt: 'high', incomplete: 'hold', onHold: 'pending' }],
  },
)

const shown = {
  id: Type.String({ description: 'Id of the token.' }),
  name: Type.String({ description: 'Name of the token.' }),
  prefix: Type.String({ description: 'Leading characters of the token.' }),
  chains: Nullable(Type.Array(Type.String()), { description: 'Networks it works on; null: all.' }),
  blockAt: BlockAt,
  incomplete: Incomplete,
  onHold: OnHold,
  createdAt: Time('When it was made.'),
  createdBy: Type.String({ description: 'Id of the key that made it.' }),
  expiresAt: Nullable(Type.String({ format: 'date-time' }), {
    description: 'From then on the token is refused; null: never.',
  }),
  lastUsed: Nullable(Type.String({ format: 'date-time' }), { description: 'To the minute; null: never.' }),
}

const RpcTokenSchema = Type.Object(shown, { title: 'RpcToken' })
export const CreatedRpcToken = Type.Object(
  { ...shown, token: Type.String({ description: 'The token itself, shown this once: the last part of the URL.' }) },
  { title: 'CreatedRpcToken' },
)
export const RpcTokenList = Type.Object({
  tokens: Type.Array(RpcTokenSchema, { description: `Newest first; at most ${MAX_RPC_TOKENS}.` }),
})
export const RpcTokenPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the token.', expected: 'the id of an RPC token' }),
})
export const RevokedRpcToken = Type.Object({
  id: Type.String({ description: 'Id of the token.' }),
  revoked: Type.Literal(true, { description: 'Always true.' }),
})

/** `rules` of a decision, as events and held transactions show them. */
export const RuleResults = Type.Array(
  Type.Object(
    {
      rule: OneOf<PolicyRule>(POLICY_RULES, { description: 'The rule of the policy.' }),
      outcome: OneOf<PolicyOutcome>(POLICY_OUTCOMES, { description: 'What the rule says.' }),
      reason: Type.String({ description: 'One sentence.' }),
      unit: Nullable(OneOf(['usd', 'base-units', 'seconds', 'level']), { description: 'Unit of the figures.' }),
      limit: Known('The limit.'),
      used: Known('What was used before.'),
      asked: Known('What the request takes.'),
      by: Known('By how much it is over the limit.'),
    },
    { title: 'AppliedRule' },
  ),
  { description: 'What the rules of the policy say, the strictest first; empty where no policy decided.' },
)

export const GuardRuleName = OneOf<GuardRule>(GUARD_RULES, {
  description:
    'verdict: the scan; incomplete: the scan could not learn everything; policy: the policy of `wallet`; earlier-nonce: transactions before it are not mined; network: it was allowed, and is sent again until a node confirms that it has it; private-relay: it was sent to the private relay.',
})

export const HeldTransactionSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the held transaction.' }),
    chain: Network,
    hash: Type.String({ description: 'Hash of the transaction.' }),
    status: OneOf<HeldStatus>(HELD_STATUSES, {
      description:
        'held: waits; released: was sent; cancelled: by an administrator; superseded: another transaction of the same nonce took its place; refused: when it was judged again; expired: held for as long as it may be.',
    }),
    from: Type.String({ description: 'Sender.' }),
    to: Known('Recipient; null: it creates a contract.'),
    value: Type.String({ description: 'Wei, decimal.' }),
    data: Type.String({ description: 'Call data.' }),
    nonce: Type.Integer({ minimum: 0, description: 'Nonce.' }),
    rule: GuardRuleName,
    message: Type.String({ description: 'Why it is held, or was refused.' }),
    wallet: Known('The wallet whose policy decided; null: none did.'),
    rules: RuleResults,
    recommendation: Nullable(OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']), {
      description: 'Of the last scan; null: none answered.',
    }),
    riskScore: Nullable(Type.Integer({ minimum: 0, maximum: 100 }), { description: 'Of the last scan.' }),
    riskLevel: Nullable(Level, { description: 'Of the last scan.' }),
    findings: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Stable, kebab-case.' }),
          severity: OneOf<Severity>(['info', 'low', 'medium', 'high', 'critical']),
          title: Type.String(),
          description: Type.String(),
        },
        { title: 'HeldFinding' },
      ),
      { description: 'The three worst findings.' },
    ),
    holds: Type.Array(
      Type.Object(
        {
          rule: Type.String({ description: 'The rule that holds it: of the guard, or of the policy of `wallet`.' }),
          wallet: Known('The wallet whose policy says so; null: no policy does.'),
          reason: Type.String({ description: 'One sentence.' }),
          asked: Known('What the request takes, where the rule counts it.'),
        },
        { title: 'HoldReason' },
      ),
      { description: 'Every reason that holds it, or held it last. An approval covers these and no others.' },
    ),
    holdsId: Type.String({ description: 'Names these reasons: `holds` of the approval.' }),
    requestId: Type.String({ description: 'Under which the scan is kept: `GET /v1/scans/{requestId}`.' }),
    heldAt: Time('Since when.'),
    releaseAt: Nullable(Type.String({ format: 'date-time' }), {
      description:
        'When it is judged again, and sent if nothing speaks against it; null: an approval alone releases it.',
    }),
    expiresAt: Time('When it is dropped.'),
    updatedAt: Time('Of the last change.'),
    approvedBy: Known('Id of the key that approved it.'),
  },
  { title: 'HeldTransaction' },
)

export const HeldPage = Type.Object({
  transactions: Type.Array(HeldTransactionSchema, { description: 'Newest first.' }),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last one.' }),
})
export const HeldQuery = Type.Object({
  status: Type.Optional(OneOf<HeldStatus>(HELD_STATUSES, { description: 'Only these. Absent: all.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Transactions per page.' })),
  cursor: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,256}$', {
      description: '`nextCursor` of the page before.',
      expected: 'a cursor as answered',
    }),
  ),
})
export const ApprovalQuery = Type.Object({
  holds: Type.Optional(
    Text('^[0-9a-f]{16}$', {
      description:
        '`holdsId` of the transaction as you saw it: CONFLICT when other reasons hold it now. Absent: those that hold it now.',
      expected: 'a holdsId as answered',
    }),
  ),
})
export const HeldPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the held transaction.', expected: 'the id of a held transaction' }),
})
const Hexadecimal = (description: string) => Type.String({ description: `${description} 0x hexadecimal.` })
export const CancelledTransaction = Type.Object(
  {
    transaction: HeldTransactionSchema,
    replacement: Type.Object(
      {
        from: Type.String({ description: 'The sender.' }),
        to: Type.String({ description: 'The sender.' }),
        value: Hexadecimal('Nothing.'),
        data: Hexadecimal('No call data.'),
        nonce: Hexadecimal('The same nonce.'),
        gas: Hexadecimal('Gas limit.'),
        chainId: Hexadecimal('Chain id.'),
        type: Hexadecimal('Type of the transaction.'),
        gasPrice: Type.Optional(Hexadecimal('Of a legacy transaction.')),
        maxFeePerGas: Type.Optional(Hexadecimal('Of the others.')),
        maxPriorityFeePerGas: Type.Optional(Hexadecimal('Of the others.')),
      },
      {
        title: 'ReplacementTransaction',
        description: 'Sign and send it to use the nonce up, so that the cancelled transaction can never be mined.',
      },
    ),
  },
  { title: 'CancelledTransaction' },
)

/** Elements are read one by one: a wrong one fails alone. */
export const RpcBody = Type.Unsafe<unknown>({
  title: 'JsonRpcBody',
  type: ['object', 'array'],
  description: 'One call, or a batch of up to 100.',
  additionalProperties: true,
  'x-expected': 'a JSON-RPC call, or a list of calls',
  examples: [
    { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
    { jsonrpc: '2.0', id: 2, method: 'eth_sendRawTransaction', params: ['0x02f8…'] },
  ],
})
export const RpcAnswer = Type.Unsafe<unknown>({
  title: 'JsonRpcAnswer',
  type: ['object', 'array'],
  additionalProperties: true,
  description: 'The JSON-RPC answer, or one for each call of the batch, in its order.',
})
export const RpcPath = Type.Object({ chain: Network })
