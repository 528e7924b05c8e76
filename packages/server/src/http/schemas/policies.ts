import { CHAINS } from '@redoubt/risk/chain.ts'
import { type Static, Type } from 'typebox'
import { POLICY_OUTCOMES, POLICY_RULES } from '../../domain/policy/decision.ts'
import { MESSAGE_KINDS, SIGNING_METHODS } from '../../domain/policy/policy.ts'
import { Address, Nullable, OneOf, Quantity, RiskLevelName, Text } from './common.ts'
import { readOnlyMembers } from './inertMembers.ts'

const MAX_USD = 1_000_000_000
const MAX_LISTED = 200
const MAX_SELECTORS = 32
const MAX_BOUNDS = 4
const MAX_WORD = 31
const MAX_SECONDS = 30 * 86_400

const Usd = (description: string) =>
  Type.Number({ minimum: 0, maximum: MAX_USD, description, 'x-expected': `a number from 0 to ${MAX_USD}` })
const Chain = OneOf(CHAINS, { description: 'Network.' })
const Clock = (description: string) =>
  Text('^([01][0-9]|2[0-3]):[0-5][0-9]$', {
    description: `${description} \`HH:MM\`, UTC.`,
    expected: 'a time as HH:MM',
  })
const list = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, description: string, maxItems = MAX_LISTED) =>
  Type.Array(item, { maxItems, uniqueItems: true, description })

const Bound = Type.Object(
  {
    word: Type.Integer({
      minimum: 0,
      maximum: MAX_WORD,
      description: 'Place of the 32-byte word among the arguments, from 0. Bound static arguments alone.',
    }),
    min: Type.Optional(Nullable(Quantity('Smallest value.'), { description: 'Smallest value; null: none.' })),
    max: Type.Optional(Nullable(Quantity('Largest value.'), { description: 'Largest value; null: none.' })),
    oneOf: Type.Optional(
      Nullable(list(Quantity('A value. An address is a number too.'), 'Allowed values.'), {
        description: 'Allowed values; null: any.',
      }),
    ),
  },
  { title: 'ArgumentBound', description: 'A limit on one argument.' },
)
const AllowedContract = Type.Object(
  {
    address: Address('The contract.', 'refused'),
    selectors: Type.Optional(
      Nullable(
        list(
          Type.Object(
            {
              selector: Text('^0x[0-9a-fA-F]{8}$', { description: 'The function.', expected: '0x and 8 hex digits' }),
              arguments: Type.Optional(list(Bound, 'Bounds; all must hold. Default: none.', MAX_BOUNDS)),
            },
            { title: 'AllowedSelector' },
          ),
          'Functions that may be called.',
          MAX_SELECTORS,
        ),
        {
          description:
            'Functions that may be called, each once; null: every function. An empty list allows plain payments alone.',
        },
      ),
    ),
  },
  {
    title: 'AllowedContract',
    description: 'A contract that may be called. What it does with assets is then allowed too.',
  },
)

/** The rules, as a body gives them. */
const rules = {
  networks: Type.Optional(
    Nullable(list(Chain, 'Networks.'), { description: 'Networks on which the wallet may act; null: every network.' }),
  ),
  hours: Type.Optional(
    Nullable(
      Type.Object({ from: Clock('First minute.'), to: Clock('First minute after.') }, { title: 'PolicyHours' }),
      {
        description:
          'Hours in which the wallet may act; outside of them a request is held until they begin. `from` after `to` passes midnight.',
      },
    ),
  ),
  dailySpendingLimit: Type.Optional(
    Nullable(
      Type.Object(
        {
          usd: Usd(
            'Most of one UTC day, in USD: outflows of all assets on all networks, and what approvals and signatures put at risk.',
          ),
          rolling24hUsd: Type.Optional(
            Nullable(Usd('Most of any 24 hours, in USD.'), {
              description: 'Most of any 24 hours, in USD; null: none.',
            }),
          ),
          alertAt: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              default: 0.8,
              description: 'Share of the limit at which `policy.limit_alert` is emitted, once per UTC day and limit.',
            }),
          ),
        },
        { title: 'DailySpendingLimit' },
      ),
      { description: 'Limit of what leaves; a request beyond it is refused, one without a price is held. Null: none.' },
    ),
  ),
  whitelistMode: Type.Optional(
    Nullable(
      Type.Object(
        {
          addresses: Type.Optional(
            list(Address('An account that may receive assets.', 'refused'), 'Accounts that may receive assets.'),
          ),
          contracts: Type.Optional(list(AllowedContract, 'Contracts that may be called, each once.')),
        },
        { title: 'WhitelistMode' },
      ),
      { description: 'Refuses every call and recipient that is not listed. Null: off.' },
    ),
  ),
  timeDelay: Type.Optional(
    Nullable(
      Type.Object(
        {
          thresholdUsd: Usd('Requests of so much or more wait, in USD.'),
          seconds: Type.Integer({
            minimum: 1,
            maximum: MAX_SECONDS,
            description: 'How long; changes that loosen the policy wait as long.',
          }),
        },
        { title: 'TimeDelay' },
      ),
      { description: 'Holds large requests. Null: none, and loosening changes wait an hour.' },
    ),
  ),
  blockAt: Type.Optional(
    Nullable(RiskLevelName, { description: 'Refuses requests judged at this level or above; null: none.' }),
  ),
  approvals: Type.Optional(
    Nullable(
      Type.Object(
        {
          forbidUnlimited: Type.Optional(
            Type.Boolean({ default: false, description: 'Refuses unlimited allowances and operators.' }),
          ),
          spenders: Type.Optional(
            Nullable(list(Address('A spender.', 'refused'), 'Spenders.'), {
              description: 'Accounts that may be given an allowance; null: any.',
            }),
          ),
          maxValueAtRiskUsd: Type.Optional(
            Nullable(Usd('Most that the approvals of one request put at risk, in USD.'), {
              description: 'Most that the approvals of one request put at risk, in USD; null: no limit.',
            }),
          ),
        },
        { title: 'ApprovalRules' },
      ),
      { description: 'Rules for approvals, permits included. Null: none.' },
    ),
  ),
  assetLimits: Type.Optional(
    list(
      Type.Object(
        {
          chain: Chain,
          asset: Nullable(Address('The token.', 'refused'), {
            description: 'The token; null: the coin of the network.',
          }),
          perRequest: Type.Optional(
            Nullable(Quantity('Base units.'), { description: 'Most of one request, in base units; null: no limit.' }),
          ),
          perDay: Type.Optional(
            Nullable(Quantity('Base units.'), { description: 'Most of one UTC day, in base units; null: no limit.' }),
          ),
        },
        { title: 'AssetLimit' },
      ),
      'Limits of single assets, which need no price.',
    ),
  ),
  signing: Type.Optional(
    Type.Object(
      {
        methods: Type.Optional(
          list(
            OneOf(SIGNING_METHODS),
            'Methods that may be used; others are refused. Default: those that send transactions.',
          ),
        ),
        messages: Type.Optional(
          list(OneOf(MESSAGE_KINDS), 'What signatures may allow; everything else is refused. Default: nothing.'),
        ),
      },
      { title: 'SigningRules', description: 'Refuses every method and every kind of signature that is not listed.' },
    ),
  ),
}

const example = {
  dailySpendingLimit: { usd: 1_000, rolling24hUsd: 1_500, alertAt: 0.8 },
  timeDelay: { thresholdUsd: 500, seconds: 600 },
  blockAt: 'high' as const,
  approvals: { forbidUnlimited: true, spenders: null, maxValueAtRiskUsd: 1_000 },
  signing: {
    methods: ['eth_sendTransaction', 'eth_sendRawTransaction', 'eth_signTypedData_v4'] as const,
    messages: ['sign-in', 'allowance'] as const,
  },
}

const RulesBody = Type.Object(rules, { title: 'PolicyRequest' })
export type PolicyRequest = Static<typeof RulesBody>

const Any = <Value>(schema: object) => Type.Unsafe<Value>(schema)
/** Rules as answered: every member is there. */
const RulesSchema = Type.Object(
  Object.fromEntries(
    Object.entries(rules).map(([name, schema]) => [name, Any<unknown>({ ...schema, '~optional': undefined })]),
  ),
  { title: 'PolicyRules', description: 'The rules; null: the rule is not in force.' },
)

const RuleResultSchema = Type.Object(
  {
    rule: OneOf(POLICY_RULES, { description: 'The rule.' }),
    outcome: OneOf(POLICY_OUTCOMES, { description: 'What the rule says.' }),
    reason: Type.String({ description: 'One sentence.' }),
    unit: Nullable(OneOf(['usd', 'base-units', 'level']), {
      description: 'Unit of the figures; null: there are none.',
    }),
    limit: Nullable(Type.String(), { description: 'The limit.' }),
    used: Nullable(Type.String(), { description: 'Used before this request.' }),
    asked: Nullable(Type.String(), { description: 'What the request asks for; null also when it is not known.' }),
    by: Nullable(Type.String(), { description: 'By how much it is over the limit.' }),
    holdUntil: Nullable(Type.String({ format: 'date-time' }), {
      description:
        'When a rule that holds allows; null: an approval alone releases the request, or the rule does not hold.',
    }),
  },
  { title: 'PolicyRuleResult' },
)
export const DecisionSchema = Type.Object(
  {
    outcome: OneOf(POLICY_OUTCOMES, { description: 'The decision.' }),
    version: Type.Integer({ description: 'Version of the policy.' }),
    holdUntil: Nullable(Type.String({ format: 'date-time' }), {
      description: 'When a held request may go on; null: an approval alone releases it, or it is not held.',
    }),
    rules: Type.Array(RuleResultSchema, { description: 'Every rule that applied, the strictest first.' }),
    reservationId: Nullable(Type.String(), {
      description:
        'Id of what `options.reserve` booked, which DELETE /v1/policies/{address}/reservations/{id} gives back; null: nothing was booked.',
    }),
    note: Type.String({ description: 'What the decision does not change.' }),
  },
  {
    title: 'PolicyDecision',
    description:
      'How the policy of the sender decides; absent when the sender has none in this account and environment.',
  },
)

const Time = (description: string) => Type.String({ format: 'date-time', description })
const PolicySchema = Type.Object(
  {
    address: Type.String({ description: 'The wallet, in EIP-55.' }),
    version: Type.Integer({ description: 'Counts from 1 with every change.' }),
    ...RulesSchema.properties,
    alsoInForce: Type.Array(
      Type.Object({
        version: Type.Integer({ description: 'Version that this one loosens.' }),
        until: Time('Until when its rules hold too.'),
      }),
      { description: 'Earlier versions that are in force beside this one: what loosens waits.' },
    ),
    createdAt: Time('When it was created.'),
    updatedAt: Time('When it was changed last.'),
  },
  { title: 'Policy' },
)
const WalletSchema = Type.Object(
  {
    ...PolicySchema.properties,
    usage: Type.Object(
      {
        dayUsd: Type.String({ description: 'Booked for this UTC day and open, in USD.' }),
        rolling24hUsd: Type.String({ description: 'Booked in the last 24 hours and open, in USD.' }),
      },
      { title: 'PolicyUsage', description: 'What the wallet let go.' },
    ),
    reservations: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Id of the reservation.' }),
          identity: Type.String({ description: 'Hash of the transaction or message.' }),
          state: OneOf(['reserved', 'sent'], { description: '`sent`: waits to be seen on chain.' }),
          usd: Type.String({ description: 'Booked, in USD.' }),
          at: Time('When it was booked.'),
          expiresAt: Nullable(Time('When it is given back.'), {
            description: 'When it is given back; null: when it is used or released.',
          }),
          transactionHash: Nullable(Type.String(), { description: 'The transaction; null before it is sent.' }),
        },
        { title: 'Reservation' },
      ),
      { description: 'Signatures and transactions that are not on chain yet, oldest first, at most 100.' },
    ),
  },
  { title: 'GuardedWallet' },
)
export const GuardedWalletSchema = WalletSchema
export const ChangedPolicySchema = Type.Object(
  {
    ...WalletSchema.properties,
    change: Type.Object(
      {
        effectiveAt: Time('From when on what is loosened is allowed.'),
        newlyAllowed: Nullable(
          Type.Object(
            {
              rule: OneOf(POLICY_RULES, { description: 'The rule of the version before that stood against it.' }),
              before: DecisionSchema,
              after: DecisionSchema,
              at: Time('Time of the example.'),
              request: Any<object>({
                type: 'object',
                additionalProperties: true,
                description: 'The request: network, method, outflows, approvals, calls, recipients and risk level.',
              }),
            },
            { title: 'NewlyAllowed' },
          ),
          {
            description:
              'One request that this version judges more mildly than the one before; null: it only tightens.',
          },
        ),
      },
      { title: 'PolicyChange', description: 'What the change does.' },
    ),
  },
  { title: 'ChangedPolicy' },
)
/** Body of PUT /v1/policies/{address}: also a policy as GET answers it. */
export const PolicyBody = Type.Object(
  { ...rules, ...readOnlyMembers(ChangedPolicySchema.properties, rules) },
  { title: 'PolicyRequest', examples: [example] },
)
export const PolicyPage = Type.Object({
  policies: Type.Array(PolicySchema, { description: 'Policies.' }),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})
export const PolicyVersions = Type.Object({
  versions: Type.Array(
    Type.Object(
      {
        version: Type.Integer({ description: 'Its number.' }),
        action: OneOf(['created', 'changed', 'deleted'], { description: 'What was done.' }),
        rules: Nullable(RulesSchema, { description: 'The rules; null: deleted.' }),
        actor: Type.Object(
          { keyId: Type.String({ description: 'Id of the key.' }), name: Type.String({ description: 'Its name.' }) },
          { title: 'PolicyActor', description: 'The key that made the change.' },
        ),
        changed: Type.Array(Type.String(), { description: 'Rules that differ from the version before.' }),
        at: Time('When.'),
        effectiveAt: Time('From when on what it loosens is allowed.'),
      },
      { title: 'PolicyVersion' },
    ),
    { description: 'Versions, newest first.' },
  ),
  nextCursor: Nullable(Type.String(), { description: '`cursor` of the next page; null on the last.' }),
})
export const PolicyTemplates = Type.Object({
  templates: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Its id.' }),
        title: Type.String({ description: 'Its name.' }),
        description: Type.String({ description: 'What it allows.' }),
        rules: RulesSchema,
      },
      { title: 'PolicyTemplate' },
    ),
    { description: 'Rules to begin with: complete them and PUT them.' },
  ),
})
export const DeletedPolicy = Type.Object({
  id: Type.String({ description: 'The wallet, in EIP-55.' }),
  deleted: Type.Literal(true),
  effectiveAt: Time('Until when its rules stay in force.'),
})
export const ReleasedReservation = Type.Object({
  id: Type.String({ description: 'Id of the reservation.' }),
  deleted: Type.Literal(true),
})
export const PolicyPath = Type.Object({ address: Address('The wallet.', 'refused') })
export const ReservationPath = Type.Object({
  address: Address('The wallet.', 'refused'),
  id: Text('^[!-~]{1,128}$', { description: 'Id of the reservation.', expected: 'the id of a reservation' }),
})
export const PolicyQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(
    Text('^[A-Za-z0-9_-]{1,256}$', {
      description: 'The `nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})
