import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { timeText } from '../../ui/format.ts'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

const PAGE_SIZE = 100

/** Who did what in the account. */
export default function AuditPage() {
  const entries = usePages(
    ['audit'],
    (cursor, call) => client.members.audit(cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor }, call),
    ({ entries: rows }) => rows,
  )
  return (
    <Page title="Audit log" lead="Sign-ins, members, keys, webhooks, monitors and shared scans, of both environments.">
      <Panel title="Entries" flush>
        <MorePages of={entries} what="audit log" empty={<Empty title="Nothing happened yet" />}>
          {(rows) => (
            <Table
              label="Audit log"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: 'When', cell: ({ at }) => <time dateTime={at}>{timeText(at)}</time> },
                {
                  title: 'Who',
                  cell: ({ actor }) => (
                    <>
                      <Name text={actor.name} /> <span className="muted">{actor.kind}</span>
                    </>
                  ),
                },
                { title: 'Action', cell: ({ action }) => <code>{action}</code> },
                {
                  title: 'Subject',
                  cell: ({ subject }) => (
                    <span className="hex">
                      <Name text={subject} max={60} />
                    </span>
                  ),
                },
                { title: 'Detail', cell: ({ detail }) => <Name text={detail} max={200} /> },
                { title: 'Address', cell: ({ address }) => address ?? 'command line' },
              ]}
            />
          )}
        </MorePages>
      </Panel>
    </Page>
  )
}
