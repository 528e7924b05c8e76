import type { api } from '@redoubt/client'
import { wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

const LEVELS = { allow: 'safe', hold: 'medium', refuse: 'critical' } as const

/** How the policy of the sender decides about the transaction. */
export function PolicyPanel({ decision }: { decision: api.PolicyDecision }) {
  const { outcome, holdUntil, rules, note, version } = decision
  return (
    <Panel
      title="Policy of the sender"
      note={
        <>
          version {version}: <Level level={LEVELS[outcome]} text={wordsOf(outcome)} />
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
      <Table
        label="Rules that applied"
        rows={rules}
        keyOf={({ rule }, index) => rule + index}
        columns={[
          { title: 'Rule', cell: ({ rule }) => wordsOf(rule) },
          { title: 'Says', cell: (row) => <Level level={LEVELS[row.outcome]} text={wordsOf(row.outcome)} /> },
          { title: 'Because', cell: ({ reason }) => <Name text={reason} max={240} /> },
        ]}
      />
      <p className="sheet-total">{note}</p>
    </Panel>
  )
}
