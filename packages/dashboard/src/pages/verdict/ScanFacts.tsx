import type { api } from '@redoubt/client'
import { wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

/** Where the score comes from, by category. */
export function Breakdown({ breakdown }: { breakdown: api.ScoreBreakdown }) {
  const rows = Object.entries(breakdown.categories)
  return (
    <Panel title="Score by category" flush>
      <Table
        label="Score by category"
        rows={rows}
        keyOf={([name]) => name}
        columns={[
          { title: 'Category', cell: ([name]) => wordsOf(name) },
          {
            title: 'Level',
            cell: ([, { riskLevel }]) => <Level level={riskLevel === 'not-known' ? null : riskLevel} />,
          },
          { title: 'Score', numeric: true, cell: ([, { score }]) => `${score} / 100` },
          { title: 'Confidence', numeric: true, cell: ([, { confidence }]) => `${Math.round(confidence * 100)} %` },
          {
            title: 'Not known',
            cell: ([, { unknown }]) => (unknown.length === 0 ? 'nothing' : unknown.map(wordsOf).join(', ')),
          },
        ]}
      />
    </Panel>
  )
}
