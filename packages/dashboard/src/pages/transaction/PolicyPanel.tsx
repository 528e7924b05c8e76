import type { api } from '@redoubt/client'
import { wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

export const OUTCOME_LEVELS = { allow: 'safe', hold: 'medium', refuse: 'critical' } as const

/** How the policy of the sender decides about the transaction. */
export function PolicyPanel({ decision }: { decision: api.PolicyDecision }) {
  const { outcome, holdUntil, rules, note, version } = decision
  return (
    <Panel
      title="Policy of the sender"
      note={
        <>
          version {version}: <Level level={OUTCOME_LEVELS[outcome]} text={wordsOf(outcome)} />
          {holdUntil !== null && (
            <>
              {' '}
              until <Moment at={holdUntil} />
            </>
          )}
        </>
      }
      flush
    >
      <DecisionRules rules={rules} />
      <p className="sheet-total">{note}</p>
    </Panel>
  )
}

/** What each rule says of one request. */
export function DecisionRules({ rules }: { rules: api.PolicyDecision['rules'] }) {
  return (
    <Table
      label="Rules that applied"
      rows={rules}
      keyOf={({ rule }, index) => rule + index}
      columns={[
        { title: 'Rule', cell: ({ rule }) => wordsOf(rule) },
        { title: 'Says', cell: (row) => <Level level={OUTCOME_LEVELS[row.outcome]} text={wordsOf(row.outcome)} /> },
        { title: 'Because', cell: ({ reason }) => <Name text={reason} max={240} /> },
      ]}
    />
  )
}
