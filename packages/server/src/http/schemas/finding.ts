import type { Evidence, Severity } from '@redoubt/risk/finding.ts'
import { Type } from 'typebox'
import { OneOf } from './common.ts'

/** One finding, as `warnings`, `factors` and `riskFactors` hold it. */
export const FindingSchema = Type.Object(
  {
    id: Type.String({ description: 'Stable, kebab-case.' }),
    severity: OneOf<Severity>(['info', 'low', 'medium', 'high', 'critical']),
    title: Type.String(),
    description: Type.String(),
    impact: Type.Integer({ description: 'Points on the score; negative lowers risk.' }),
    evidence: Type.Unsafe<Evidence>({
      type: 'object',
      additionalProperties: true,
      description: 'Machine-readable facts; its members depend on the finding.',
    }),
  },
  { title: 'Finding' },
)
