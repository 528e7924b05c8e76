import type { Severity } from '@redoubt/risk/engine/finding.ts'
import { type Static, type TSchema, Type } from 'typebox'
import { Nullable, OneOf, RiskLevelName, RiskScore } from './common.ts'

const VIEWS = ['full', 'summary'] as const
export type View = (typeof VIEWS)[number]

export const ViewName = OneOf<View>(VIEWS, {
  default: 'full',
  description: '`summary` answers a `VerdictSummary`: verdict, sentence, changes and worst findings in at most 2 KB.',
})

/** Query of scans whose body has options. */
export const ViewQuery = Type.Object({ view: Type.Optional(ViewName) })

/** `data` of every scan with `view=summary`: the shape of VerdictSummary, member for member. */
export const VerdictSummarySchema = Type.Object(
  {
    view: Type.Literal('summary', { description: 'Tells it from a whole result, which has no such member.' }),
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    recommendation: Nullable(OneOf(['PROCEED', 'SAFE', 'REVIEW', 'CAUTION', 'AVOID', 'BLOCK']), {
      description: 'In the words of the kind of scan; null for a wallet, which is scored only.',
    }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    summary: Type.String({ description: 'One sentence for people; ends in an ellipsis where it was cut.' }),
    balanceChanges: Nullable(
      Type.Array(
        Type.Object(
          {
            asset: Type.String({ description: 'Symbol, or address of an asset without one.' }),
            change: Type.String({ description: 'Whole units, signed decimal.' }),
            changeUsd: Nullable(Type.Number()),
            address: Nullable(Type.String()),
            tokenId: Nullable(Type.String()),
          },
          { title: 'SummaryBalanceChange' },
        ),
      ),
      {
        description:
          'Of the sender or signer, losses and the largest first. Null: not simulated, or a scan without a simulation.',
      },
    ),
    approvalChanges: Nullable(
      Type.Array(
        Type.Object(
          {
            token: Type.String(),
            symbol: Type.String({ description: '`Unknown symbol` for a token without one.' }),
            spender: Type.String(),
            spenderLabel: Type.String({ description: 'Always text: `Unlabelled contract` where no source names it.' }),
            after: Type.String(),
            unlimited: Type.Boolean(),
            riskLevel: Nullable(RiskLevelName, { description: 'Null: not judged in full.' }),
          },
          { title: 'SummaryApprovalChange' },
        ),
      ),
      { description: 'The most dangerous first. Null: not simulated, or a scan without a simulation.' },
    ),
    findings: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Stable, kebab-case.' }),
          severity: OneOf<Severity>(['info', 'low', 'medium', 'high', 'critical']),
          title: Type.String(),
          description: Type.String(),
        },
        { title: 'SummaryFinding' },
      ),
      { description: 'The worst three.' },
    ),
    omitted: Type.Object(
      {
        balanceChanges: Type.Integer({ minimum: 0, description: 'Also those of other accounts.' }),
        approvalChanges: Type.Integer({ minimum: 0, description: 'Approval changes that were left out.' }),
        findings: Type.Integer({ minimum: 0, description: 'Findings that were left out.' }),
        unknown: Type.Integer({ minimum: 0, description: 'Names in `unknown` that were left out.' }),
      },
      { description: 'How many were left out. `GET /v1/scans/{requestId}` has them all.' },
    ),
    complete: Type.Boolean({
      description: 'False when a decisive fact is missing, for whatever reason, or the deadline cut facts off.',
    }),
    unknown: Type.Array(Type.String(), { description: 'What could not be learned in full. Unknown is not safe.' }),
    rulesetVersion: Type.String(),
  },
  { title: 'VerdictSummary' },
)

/** The whole result, or its summary where the request asks for that. */
export function Viewed<Result extends TSchema>(result: Result) {
  return Type.Unsafe<Static<Result> | Static<typeof VerdictSummarySchema>>(Type.Union([result, VerdictSummarySchema]))
}
