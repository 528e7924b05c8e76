import type { api } from '@redoubt/client'
import { Link } from 'wouter'
import { chainName, wordsOf } from '../../ui/format.ts'
import { Score } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Table } from '../../ui/Table.tsx'

export function ScanTable({ scans }: { scans: readonly api.ScanSummary[] }) {
  return (
    <Table
      label="Scans"
      rows={scans}
      keyOf={({ requestId }) => requestId}
      columns={[
        { title: 'Kind', cell: ({ kind }) => wordsOf(kind) },
        {
          title: 'Subject',
          cell: ({ requestId, subject }) => (
            <Link href={`/scans/${requestId}`} className="hex">
              <Name text={subject} max={66} />
            </Link>
          ),
        },
        { title: 'Network', cell: ({ chain }) => chainName(chain) },
        { title: 'Risk', cell: ({ riskScore, riskLevel }) => <Score score={riskScore} level={riskLevel} /> },
        { title: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
      ]}
    />
  )
}
