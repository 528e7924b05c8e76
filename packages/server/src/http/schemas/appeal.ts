import { Type } from 'typebox'
import { APPEAL_CLAIMS, type AppealClaim } from '../../domain/feedback.ts'
import { Nullable, OneOf, RiskLevelName, RiskScore, Text } from './common.ts'

const Claim = OneOf<AppealClaim>(APPEAL_CLAIMS, {
  description:
    '`verified-source`: a service has verified source now. `timelock`: all power lies with timelocks. `role-change`: other accounts hold it.',
})

/** `appeal` of POST /v1/feedback. */
export const AppealBody = Type.Object(
  {
    requestId: Text('^[A-Za-z0-9._:-]{1,128}$', {
      description: 'The disputed scan of this account: of a contract, a message, or a transaction that is not sent.',
      expected: '1 to 128 of A-Z a-z 0-9 . _ : -',
    }),
    claims: Type.Optional(
      Type.Array(Claim, {
        maxItems: APPEAL_CLAIMS.length,
        description: 'What is new. Each is looked up; none is believed.',
      }),
    ),
  },
  { title: 'AppealRequest' },
)

const CaseVerdictSchema = Type.Object(
  {
    riskScore: RiskScore,
    riskLevel: RiskLevelName,
    recommendation: Type.String({ description: 'As the scan answered it.' }),
    complete: Type.Boolean({ description: 'False: a decisive fact was missing.' }),
    rulesetVersion: Type.String({ description: 'Rules that it was judged by.' }),
    blockNumber: Nullable(Type.String(), { description: 'Block whose state it rests on.' }),
    at: Type.String({ format: 'date-time', description: 'When it was judged.' }),
  },
  { title: 'CaseVerdict' },
)

const compared = {
  id: Type.String({ description: 'Id of the finding.' }),
  severity: Type.String({ description: 'Its severity now; of a finding that is gone: its last one.' }),
  title: Type.String({ description: 'Its title.' }),
}
const Compared = Type.Object(compared, { title: 'ComparedFinding' })

/** A case judged anew. */
export const AppealSchema = Type.Object(
  {
    requestId: Type.String({ description: 'The disputed scan.' }),
    rejudgedAs: Nullable(Type.String(), { description: 'The new scan, for `GET /v1/scans/{requestId}`.' }),
    kind: OneOf(['transaction', 'message', 'contract'], { description: 'What was scanned.' }),
    before: CaseVerdictSchema,
    after: CaseVerdictSchema,
    gone: Type.Array(Compared, { description: 'Findings that are no longer there.' }),
    come: Type.Array(Compared, { description: 'Findings that are new.' }),
    changed: Type.Array(
      Type.Object(
        { ...compared, was: Type.String({ description: 'Its severity before.' }) },
        { title: 'ChangedFinding' },
      ),
      { description: 'Findings whose severity is another.' },
    ),
    sameRules: Type.Boolean({ description: 'False: the rules changed too, and part of the difference may be theirs.' }),
    claims: Type.Array(
      Type.Object(
        {
          claim: Claim,
          holds: Nullable(Type.Boolean(), { description: 'Whether it is so now; null: the scan does not say.' }),
          held: Nullable(Type.Boolean(), { description: 'Whether it was so before; null: not known.' }),
        },
        { title: 'AppealClaim' },
      ),
      { description: 'The claims of the appeal, looked up.' },
    ),
  },
  { title: 'Appeal', description: 'The disputed scan judged anew; absent where none was named.' },
)
