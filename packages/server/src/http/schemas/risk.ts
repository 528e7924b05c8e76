import type { Hex } from '@redoubt/risk/address.ts'
import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { ENTITY_HINTS } from '@redoubt/risk/entity.ts'
import { type Static, Type } from 'typebox'
import type { EntityType } from '../../domain/entityScore.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { ChainName, Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'
import { CategoryKnown, FindingSchema } from './finding.ts'

export const EntityPath = Type.Object({
  entity: Type.String({
    description:
      'An address, an ENS name, an http or https URL, or a transaction hash. A URL may be percent-encoded or plain; query members that this endpoint does not know then belong to the URL.',
    examples: ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'https%3A%2F%2Fapp.uniswap.org%2Fswap'],
  }),
})

const chain = Type.Optional(ChainName)
const type = Type.Optional(
  OneOf(['address', 'url', 'transaction'], {
    description:
      'Type of the entity. Default: detected; an entity that does not match is refused. An ENS name is an address.',
  }),
)
const fresh = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Scan now. False: a recent answer may be returned.',
  }),
)
const deadlineMs = Type.Optional(
  Type.Integer({
    minimum: 200,
    maximum: 30_000,
    default: 10_000,
    description: 'Milliseconds. The facts gathered by then are returned with `complete: false`.',
  }),
)

export const RiskScoreQuery = Type.Object({ chain, type, fresh, deadlineMs })
export const RiskReportQuery = Type.Object({
  chain,
  format: Type.Optional(OneOf(['json', 'pdf'], { default: 'json' })),
  type,
  fresh,
  deadlineMs,
})

const Hash = Type.Unsafe<Hex>({ type: 'string' })
const EntityTypeName = OneOf<EntityType>(['wallet', 'contract', 'url', 'transaction'])
const Confidence = Type.Number({ minimum: 0, maximum: 1 })
const strings = (description: string) => Type.Array(Type.String(), { description })

/** `data` of GET /v1/risk/score/{entity}: the shape of EntityScore with its age, member for member. */
export const RiskScoreSchema = Type.Object(
  {
    entity: Type.String({ description: 'As the caller spelled it.' }),
    entityType: EntityTypeName,
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    confidence: Confidence,
    lastUpdated: Type.String({ format: 'date-time', description: 'When the entity was scanned.' }),
    factors: Type.Array(FindingSchema, {
      maxItems: 5,
      description:
        'Greatest impact first, raising or lowering; the impacts sum to `riskScore`. Where more than five count, the fifth (`other-findings`) sums up the rest.',
    }),
    canonical: Type.String({
      description: 'The address behind a name, in EIP-55; a URL without credentials and fragment.',
    }),
    chain: Nullable(OneOf<Chain>(CHAINS), {
      description: 'Null for a URL. For a transaction, the network where it was found.',
    }),
    recommendation: Type.String({
      description:
        'In the words of the scan: of a wallet and a transaction PROCEED, REVIEW, CAUTION, BLOCK; of a contract SAFE, CAUTION, AVOID, BLOCK; of a URL PROCEED, CAUTION, AVOID, BLOCK.',
    }),
    factorCount: Type.Integer({ minimum: 0, description: 'Number of all factors; the scan lists them.' }),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: strings('Facts that are missing.'),
    unavailable: strings('Sources that failed.'),
    blockNumber: Nullable(Type.String()),
    blockHash: Nullable(Hash),
    rulesetVersion: Type.String({ description: 'Scores of different rulesets cannot be compared.' }),
    intelAsOf: Type.String({ description: 'Date of the oldest list relied on.' }),
    age: Type.Integer({ minimum: 0, description: 'Whole seconds since `lastUpdated`.' }),
  },
  { title: 'RiskScore' },
)

const Factor = Type.Object(
  {
    ...FindingSchema.properties,
    evidence: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Machine-readable facts; its members depend on the finding.',
    }),
    name: Type.String({ description: 'Equal to `title`.' }),
    impact: Type.Integer({
      description: 'Negative lowers risk. The impacts of all factors of a report sum to its score.',
    }),
  },
  { title: 'ReportFactor' },
)
const Category = Type.Object(
  {
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'Score of this category alone, its unknown facts included.',
    }),
    weight: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; 0 when it does not apply.' }),
    notApplicable: Nullable(Type.String(), { description: 'Why the category does not apply; null when it does.' }),
    factors: Type.Array(Factor),
    ...CategoryKnown,
  },
  { title: 'ReportCategory' },
)

/** `data` of GET /v1/risk/report/{entity}: the shape of RiskReport, member for member. */
export const RiskReportSchema = Type.Object(
  {
    entity: Type.String({ description: 'As the caller spelled it; a URL without credentials and fragment.' }),
    entityType: OneOf(['wallet', 'contract', 'url']),
    chain: Nullable(OneOf<Chain>(CHAINS), { description: 'Null for a URL.' }),
    summary: Type.Object({
      riskScore: RiskScore,
      riskLevel: RiskLevelName,
      verdict: Type.String({ description: 'One sentence.' }),
      generatedAt: Type.String({ format: 'date-time', description: 'When the entity was scanned.' }),
      confidence: Confidence,
      recommendation: Type.String(),
    }),
    riskBreakdown: Type.Object({ ownership: Category, code: Category, liquidity: Category, associations: Category }),
    history: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        score: RiskScore,
        riskLevel: RiskLevelName,
        rulesetVersion: Type.String(),
      }),
      {
        description:
          'Earlier scores of the entity in this account’s scans: one for each UTC day and ruleset of the last 400 days, oldest first.',
      },
    ),
    recommendations: strings('What to do.'),
    rulesetVersion: Type.String(),
    intelAsOf: Type.String({ description: 'Date of the oldest list relied on.' }),
    block: Nullable(Type.Object({ number: Type.String(), hash: Hash })),
    sources: Type.Array(
      Type.Object({ name: Type.String(), asOf: Nullable(Type.String(), { description: 'Date of its data.' }) }),
    ),
    unavailable: strings('Sources that failed.'),
    unknown: strings('Facts that are missing.'),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    canonical: Type.String({
      description: 'Canonical form: the address behind a name, in EIP-55; a URL without credentials and fragment.',
    }),
    label: Nullable(Type.String(), {
      description: 'Name of a token or contract as it calls itself: `USD Coin (USDC)`. Null when it has none.',
    }),
  },
  { title: 'RiskReport' },
)

const EXPECTED = 'an address, http or https URL, transaction hash or ENS name'

// Entities are read one by one: here only the shape of the whole is checked.
const Named = Type.String({ 'x-expected': EXPECTED })

/** Body of POST /v1/risk/scores. */
export const RiskScoresBody = Type.Object(
  {
    entities: Type.Array(
      // The object first: its members are those that may be misspelled.
      Type.Union(
        [
          Type.Object({
            entity: Named,
            chain: Type.Optional(
              Type.String({ description: `Network: one of ${CHAINS.join(', ')}.`, default: 'ethereum' }),
            ),
            type: Type.Optional(Type.String({ description: `Type of the entity: one of ${ENTITY_HINTS.join(', ')}.` })),
          }),
          Named,
        ],
        { 'x-expected': `${EXPECTED}, or an object with one as \`entity\`, and \`chain\` and \`type\` if need be` },
      ),
      { minItems: 1, maxItems: 100, 'x-expected': 'a list of 1 to 100 entities' },
    ),
    options: Type.Optional(
      Type.Object({
        fresh: Type.Optional(
          Type.Boolean({ default: false, description: 'Scan now. False: recent answers may be returned.' }),
        ),
        deadlineMs: Type.Optional(
          Type.Integer({
            minimum: 200,
            maximum: 30_000,
            default: 30_000,
            description: 'Milliseconds, for the whole batch. Entities that were not reached in time have an error.',
          }),
        ),
      }),
    ),
  },
  {
    title: 'RiskScoresRequest',
    examples: [
      {
        entities: [
          '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
          { entity: '0x55d398326f99059fF775485246999027B3197955', chain: 'bsc' },
          { entity: 'https://app.uniswap.org/swap', type: 'url' },
        ],
      },
    ],
  },
)

export type RiskScoresRequest = Static<typeof RiskScoresBody>

/** `data` of POST /v1/risk/scores: the shape of BatchResult, one for each entity. */
export const RiskScoresSchema = Type.Object(
  {
    results: Type.Array(
      Type.Union([
        Type.Object({ entity: Type.String(), ok: Type.Literal(true), result: RiskScoreSchema }),
        Type.Object({
          entity: Type.String(),
          ok: Type.Literal(false),
          error: Type.Object({
            code: OneOf<ErrorCode>(Object.keys(ERRORS) as ErrorCode[]),
            message: Type.String(),
          }),
        }),
      ]),
      { description: 'One for each entity, in their order.' },
    ),
  },
  { title: 'RiskScores' },
)
