import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { amountText } from '../../ui/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListState } from '../intelligence/ListState.tsx'

/** How fresh the lists are; more of them is on the page of intelligence. */
export function ListsPanel({ everyMs }: { everyMs: number }) {
  const lists = useAnswer(['intel-sources'], (call) => client.intel.sources(call), { everyMs })
  return (
    <Answered of={lists} what="lists">
      {({ sources: rows, pack, sanctions }) => {
        const fresh = rows.filter(({ stale, enabled }) => enabled && !stale).length
        return (
          <Panel
            title="Lists"
            note={rows.length > 0 ? `${fresh} of ${rows.length} are fresh` : `built-in pack of ${pack.date}`}
            actions={
              <Link className="button button-small" href="/intelligence">
                All lists
              </Link>
            }
            flush
          >
            {sanctions.state === 'unknown' && (
              <div className="notice" data-tone="warn">
                <p>
                  <strong>Sanctions are unknown.</strong> {sanctions.reason}
                </p>
              </div>
            )}
            {rows.length === 0 ? (
              <Empty title="No list was added">
                The built-in pack of {pack.date} is used. <code>redoubt intel add</code> adds lists.
              </Empty>
            ) : (
              <Table
                label="Lists"
                rows={rows}
                keyOf={({ id }) => id}
                toneOf={({ stale, enabled }) => (enabled && stale ? 'warn' : undefined)}
                columns={[
                  { title: 'List', cell: ({ title }) => <Name text={title} /> },
                  { title: 'State', cell: (list) => <ListState of={list} /> },
                  { title: 'Entries', numeric: true, cell: ({ entryCount }) => amountText(String(entryCount)) },
                  { title: 'Refreshed', cell: ({ refreshedAt }) => <Moment at={refreshedAt} /> },
                  { title: 'Next attempt', cell: ({ nextAttemptAt }) => <Moment at={nextAttemptAt} /> },
                ]}
              />
            )}
          </Panel>
        )
      }}
    </Answered>
  )
}
