import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

export function ListChanges() {
  const records = usePages(
    ['intel-audit'],
    (cursor, call) => client.intel.audit(cursor === null ? {} : { cursor }, call),
    ({ records: rows }) => rows,
  )
  return (
    <Panel title="Changes of lists and overrides" flush>
      <MorePages of={records} what="changes" empty={<Empty title="Nothing was changed yet" />}>
        {(rows) => (
          <Table
            label="Changes"
            rows={rows}
            keyOf={({ seq }) => String(seq)}
            columns={[
              { title: 'When', cell: ({ at }) => <Moment at={at} /> },
              { title: 'By', cell: ({ actor }) => <Name text={actor} /> },
              { title: 'Action', cell: ({ action }) => action },
              { title: 'Subject', cell: ({ subject }) => <Name text={subject} max={120} /> },
              { title: 'Detail', cell: ({ detail }) => <Name text={detail} max={200} /> },
            ]}
          />
        )}
      </MorePages>
    </Panel>
  )
}
