import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { wordsOf } from '../../ui/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** Who changed what in a policy, those that were deleted too. */
export function PolicyVersions({ address }: { address: string }) {
  const versions = usePages(
    ['policy-versions', address],
    (cursor, call) => client.policies.versions(address, cursor === null ? {} : { cursor }, call),
    ({ versions: rows }) => rows,
  )
  return (
    <Panel title="Versions" flush>
      <MorePages of={versions} what="versions" empty={<Empty title="No version yet" />}>
        {(rows) => (
          <Table
            label="Versions"
            rows={rows}
            keyOf={({ version }) => String(version)}
            columns={[
              { title: 'Version', numeric: true, cell: ({ version }) => version },
              { title: 'Action', cell: ({ action }) => wordsOf(action) },
              { title: 'Rules', cell: ({ changed }) => changed.map((name) => wordsOf(name)).join(', ') },
              { title: 'By', cell: ({ actor }) => <Name text={actor.name} /> },
              { title: 'When', cell: ({ at }) => <Moment at={at} /> },
              {
                title: 'What it loosens',
                cell: ({ at, effectiveAt }) => (effectiveAt === at ? 'at once' : <Moment at={effectiveAt} />),
              },
            ]}
          />
        )}
      </MorePages>
    </Panel>
  )
}
