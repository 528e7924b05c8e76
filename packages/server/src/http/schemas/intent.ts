import { type Static, Type } from 'typebox'
import { Address, Nullable, OneOf, RiskLevelName, RiskScore, Text } from './common.ts'
import { DecisionSchema } from './policies.ts'
import { TransactionBody } from './transactionBody.ts'

/** More are a portfolio, not an intent. */
const MAX_BOUNDS = 32
/** Bounds shown in an answer; exceeded ones come first. */
export const MAX_SHOWN = 100
const MAX_USD = 1_000_000_000_000
/** The year 9999. */
const MAX_SECONDS = 253_402_300_799

const Amount = (description: string) =>
  Text('^(0|[1-9][0-9]{0,77})$', {
    description: `${description} Decimal string in base units of the asset.`,
    expected: 'base units as a decimal string without sign, point or leading zero',
  })

const Asset = Text('^(native|0x[0-9a-fA-F]{40})$', {
  description: 'Address of the token or collection, or `native` for the coin of the network.',
  expected: 'native, or 0x followed by 40 hex digits',
})

const TokenId = Type.Optional(
  Amount('One item of a collection; absent: a token, or all items of the collection counted together.'),
)

const BoundsSchema = Type.Object(
  {
    assetsOut: Type.Optional(
      Type.Array(
        Type.Object(
          { asset: Asset, tokenId: TokenId, max: Amount('Most that may leave.') },
          { title: 'AssetOutBound' },
        ),
        {
          maxItems: MAX_BOUNDS,
          description:
            'Assets that may leave. A stated network fee counts with the coins, unless `feeOut` bounds it. An asset that is not listed may not leave.',
        },
      ),
    ),
    assetsIn: Type.Optional(
      Type.Array(
        Type.Object(
          { asset: Asset, tokenId: TokenId, min: Amount('Least that must arrive.') },
          { title: 'AssetInBound' },
        ),
        {
          maxItems: MAX_BOUNDS,
          description: 'Assets that must arrive, in every run that succeeds.',
        },
      ),
    ),
    payees: Type.Optional(
      Type.Array(Address('Payee.', 'refused'), {
        maxItems: MAX_BOUNDS,
        description: 'Accounts that may receive what leaves, pools included. Absent: none but the account itself.',
      }),
    ),
    allowances: Type.Optional(
      Type.Array(
        Type.Object(
          {
            asset: Address('Token or collection.', 'refused'),
            spender: Address('Spender.', 'refused'),
            max: Text('^(unlimited|0|[1-9][0-9]{0,77})$', {
              description:
                'Most that the spender may take afterwards, in base units; `unlimited` also allows a whole collection.',
              expected: 'base units as a decimal string, or unlimited',
            }),
          },
          { title: 'AllowanceBound' },
        ),
        { maxItems: MAX_BOUNDS, description: 'Allowances that may be given. One that is not listed may not.' },
      ),
    ),
    usdOut: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_USD,
        description:
          'Most that may leave in USD in the main run, a stated network fee included. An asset that only a pool prices, or nothing, is unknown.',
      }),
    ),
    feeOut: Type.Optional(
      Amount(
        'Most that the network fee may be: gas times the price that the transaction states. Absent: a stated fee counts with the coins that leave.',
      ),
    ),
    deadline: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_SECONDS,
        description:
          'Unix seconds after which the transaction must have no effect. It is executed a second, an hour and a week later: a transaction that never expires is outside.',
      }),
    ),
  },
  { title: 'IntentBounds', description: 'What the person allows; what is not listed is not allowed.' },
)

/** Body of POST /v1/check/intent: a transaction scan's, and the bounds. */
export const IntentBody = Type.Object(
  { ...TransactionBody.properties, bounds: BoundsSchema },
  {
    title: 'IntentCheckRequest',
    examples: [
      {
        from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
        to: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
        value: '1000000000000000',
        data: '0xd0e30db0',
        chain: 'ethereum',
        bounds: {
          assetsOut: [{ asset: 'native', max: '1000000000000000' }],
          assetsIn: [{ asset: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', min: '1000000000000000' }],
          payees: ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
        },
      },
    ],
  },
)

export type IntentRequest = Static<typeof IntentBody>

const OutsideSchema = (description: string) => Nullable(OneOf(['exceeded', 'unknown']), { description })

/** `data` of POST /v1/check/intent. */
export const IntentResultSchema = Type.Object(
  {
    inside: Type.Boolean({ description: 'Every outcome was executed and stays within every bound.' }),
    outside: OutsideSchema(
      '`exceeded`: an outcome goes beyond a bound. `unknown`: it cannot be told. Null when inside.',
    ),
    bounds: Type.Array(
      Type.Object(
        {
          bound: OneOf(['assetOut', 'assetIn', 'payee', 'allowance', 'usdOut', 'feeOut', 'deadline', 'control'], {
            description: '`control`: an account that gains a right or control which no bound can allow.',
          }),
          asset: Nullable(Type.String()),
          tokenId: Nullable(Type.String()),
          account: Nullable(Type.String(), { description: 'Payee, spender, or the account that gains control.' }),
          limit: Nullable(Type.String(), { description: 'As given; `0` for what no bound allows.' }),
          measured: Nullable(Type.String(), { description: 'The worst of all runs; null when unknown.' }),
          run: Nullable(Type.String(), { description: '`main`, or the environment that it was measured in.' }),
          outside: OutsideSchema('Null when inside.'),
        },
        { title: 'JudgedBound' },
      ),
      {
        description:
          'Each bound with its measured value, and each effect that no bound allows; what is outside comes first.',
      },
    ),
    notShown: Type.Integer({ description: 'Further bounds that are not listed.' }),
    reasons: Type.Array(Type.String(), {
      description: 'Why the outcome as a whole cannot be told, as codes; empty when it can.',
    }),
    runs: Type.Array(Type.String(), { description: 'Runs whose outcome was judged, the main one first.' }),
    scan: Type.Object(
      {
        riskScore: RiskScore,
        riskLevel: RiskLevelName,
        recommendation: OneOf(['PROCEED', 'REVIEW', 'CAUTION', 'BLOCK']),
        confidence: Type.Number({ minimum: 0, maximum: 1 }),
        complete: Type.Boolean(),
        summary: Nullable(Type.String(), { description: 'It may carry names that strangers chose.' }),
        warnings: Type.Array(
          Type.Object({ id: Type.String(), severity: Type.String(), title: Type.String() }, { title: 'IntentWarning' }),
          { description: 'The five worst.' },
        ),
      },
      {
        title: 'IntentScan',
        description: 'Verdict of the transaction scan; it is kept in full under `meta.requestId` (or `meta.scanId`).',
      },
    ),
    policy: Type.Optional(DecisionSchema),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Type.String()),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String(),
  },
  { title: 'IntentCheckResult' },
)

export type IntentResult = Static<typeof IntentResultSchema>
