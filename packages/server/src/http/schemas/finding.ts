import type { Evidence, Severity } from '@redoubt/risk/engine/finding.ts'
import type { CategoryBreakdown } from '@redoubt/risk/report/breakDown.ts'
import { Type } from 'typebox'
import { OneOf } from './common.ts'

/** One finding, as `warnings`, `factors` and `riskFactors` hold it. */
export const FindingSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable, kebab-case.' }),
    severity: OneOf<Severity>(['info', 'low', 'medium', 'high', 'critical']),
    title: Type.String(),
    description: Type.String(),
    impact: Type.Integer({
      description: 'Share of `riskScore`: the impacts of all findings of an answer sum to it. Negative lowers risk.',
    }),
    evidence: Type.Unsafe<Evidence>({
      type: 'object',
      additionalProperties: true,
      description: 'Machine-readable facts; its members depend on `id`: see `EvidenceById`.',
    }),
  },
  { title: 'Finding' },
)

/** How far a category is known, as reports and scans say it. */
export const CategoryKnown = {
  riskLevel: OneOf<CategoryBreakdown['riskLevel']>(['safe', 'low', 'medium', 'high', 'critical', 'not-known'], {
    description: 'not-known: the score rests on unknown facts alone, and on no finding.',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the category that could be examined.' }),
  unknown: Type.Array(Type.String(), { description: 'Facts that its rules would have needed.' }),
}

const Category = Type.Object({
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Score of this category alone, by the whole method; at most `riskScore`.',
  }),
  ...CategoryKnown,
})

/** What only the rules can say of a score, beside what they found: the report is made of it. */
export const Breakdown = Type.Object(
  {
    categories: Type.Object({ ownership: Category, code: Category, liquidity: Category, associations: Category }),
    creditsTaken: Type.Integer({ minimum: 0, description: 'Points by which credits lowered the score.' }),
    missingDecisiveFacts: Type.Array(Type.String(), {
      description: 'Facts that decide the verdict and could not be learned.',
    }),
  },
  { title: 'ScoreBreakdown', description: 'The score by category, as the risk report shows it.' },
)
