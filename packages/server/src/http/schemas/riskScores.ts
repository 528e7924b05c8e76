import { CHAINS } from '@redoubt/risk/chain.ts'
import { ENTITY_HINTS } from '@redoubt/risk/entity.ts'
import { type Static, Type } from 'typebox'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { OneOf } from './common.ts'
import { RiskScoreSchema } from './risk.ts'

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
