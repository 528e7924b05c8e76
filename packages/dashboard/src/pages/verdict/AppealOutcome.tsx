import type { api } from '@redoubt/client'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Table } from '../../ui/Table.tsx'
import { Ternary } from '../../ui/Ternary.tsx'

export type Claim = api.AppealClaim['claim']

/** What an appeal may claim, in words. */
export const CLAIMS: Record<Claim, string> = {
  'verified-source': 'The source is verified',
  timelock: 'All power lies with timelocks',
  'role-change': 'Other accounts hold the power',
}

/** How a case that was judged anew differs from its first verdict. */
export function AppealOutcome({ of: { before, after, gone, come, changed, claims, sameRules } }: { of: api.Appeal }) {
  const findings = [
    ...gone.map((one) => ({ ...one, state: 'Gone' })),
    ...come.map((one) => ({ ...one, state: 'New' })),
    ...changed.map((one) => ({ ...one, state: `Was ${one.was}` })),
  ]
  return (
    <div className="stack">
      <p className="row">
        Before <Judged of={before} /> Now <Judged of={after} />
        {!after.complete && <Level level="unknown" text="incomplete" />}
      </p>
      {!sameRules && (
        <p className="muted">
          The rules changed too: {before.rulesetVersion} before, {after.rulesetVersion} now.
        </p>
      )}
      {findings.length === 0 ? (
        <p>No finding changed.</p>
      ) : (
        <Table
          label="Findings that changed"
          rows={findings}
          keyOf={({ state, id }) => state + id}
          columns={[
            { title: 'State', cell: ({ state }) => state },
            { title: 'Severity', cell: ({ severity }) => <Level level={severity} text={severity} /> },
            { title: 'Finding', cell: ({ title }) => <Name text={title} max={200} /> },
          ]}
        />
      )}
      {claims.length > 0 && (
        <Table
          label="Claims"
          rows={claims}
          keyOf={({ claim }) => claim}
          columns={[
            { title: 'Claim', cell: ({ claim }) => CLAIMS[claim] ?? claim },
            { title: 'Before', cell: ({ held }) => <Ternary value={held} badWhen={false} /> },
            { title: 'Now', cell: ({ holds }) => <Ternary value={holds} badWhen={false} /> },
          ]}
        />
      )}
    </div>
  )
}

function Judged({ of: { riskLevel, riskScore, recommendation } }: { of: api.CaseVerdict }) {
  return <Level level={riskLevel} text={`${recommendation}, ${riskScore}`} />
}
