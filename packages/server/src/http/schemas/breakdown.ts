import type { CategoryBreakdown } from '@redoubt/risk/report/breakDown.ts'
import { Type } from 'typebox'
import { OneOf } from './common.ts'

/** How far a category is known, as reports and scans say it. */
export const CategoryKnown = {
  riskLevel: OneOf<CategoryBreakdown['riskLevel']>(['safe', 'low', 'medium', 'high', 'critical', 'not-known'], {
    description: 'not-known: the score stands on what could not be learned, and on nothing that was found.',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How much of it could be looked at.' }),
  unknown: Type.Array(Type.String(), { description: 'Facts that its rules would have needed.' }),
}

const Category = Type.Object({
  score: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'What it would score alone, by the whole method, and never more than `riskScore`.',
  }),
  ...CategoryKnown,
})

/** What only the rules can say of a score, beside what they found: the report is made of it. */
export const Breakdown = Type.Object(
  {
    categories: Type.Object({ ownership: Category, code: Category, liquidity: Category, associations: Category }),
    creditsTaken: Type.Integer({ minimum: 0, description: 'Points that credits took off the score.' }),
    undecided: Type.Array(Type.String(), { description: 'Facts that decide the verdict and could not be learned.' }),
  },
  { title: 'ScoreBreakdown', description: 'The score taken apart, as the risk report shows it.' },
)
