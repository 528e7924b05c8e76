import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { amountText, wordsOf } from '../../ui/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListState } from './ListState.tsx'

export function ListSources() {
  const sources = useAnswer(['intel-sources'], (call) => client.intel.sources(call))
  return (
    <Answered of={sources} what="sources">
      {({ sources: rows, pack, sanctions }) => {
        const fresh = rows.filter(({ stale }) => !stale).length
        return (
          <>
            {sanctions.state === 'unknown' && (
              <div className="notice" data-tone="warn">
                <p>
                  <strong>Sanctions are unknown.</strong> {sanctions.reason}
                </p>
              </div>
            )}
            <Panel
              title="Imported lists"
              note={rows.length > 0 ? `${fresh} of ${rows.length} lists are fresh` : undefined}
              flush
            >
              {rows.length === 0 ? (
                <Empty title="No list was added">
                  The built-in pack of {pack.date} is used. <code>redoubt intel add</code> adds lists.
                </Empty>
              ) : (
                <Table
                  label="Imported lists"
                  rows={rows}
                  keyOf={({ id }) => id}
                  toneOf={({ stale }) => (stale ? 'warn' : undefined)}
                  columns={[
                    {
                      title: 'List',
                      cell: ({ title, id }) => (
                        <>
                          <strong>
                            <Name text={title} />
                          </strong>
                          <div className="muted">{id}</div>
                        </>
                      ),
                    },
                    { title: 'Label', cell: ({ label, confidence }) => `${label}, ${confidence} confidence` },
                    { title: 'Entries', numeric: true, cell: ({ entryCount }) => amountText(String(entryCount)) },
                    {
                      title: 'State',
                      cell: (list) => <ListState of={list} />,
                    },
                    { title: 'Refreshed', cell: ({ refreshedAt }) => <Moment at={refreshedAt} /> },
                    { title: 'Changed', cell: ({ changedAt }) => <Moment at={changedAt} /> },
                    {
                      title: 'Last error',
                      cell: ({ lastError }) => (lastError === null ? 'none' : <Name text={lastError} max={120} />),
                    },
                  ]}
                />
              )}
            </Panel>
            <Panel title="Built-in pack" note={`of ${pack.date}`} flush>
              <Table
                label="Built-in pack"
                rows={Object.entries(pack.counts as Record<string, number>)}
                keyOf={([name]) => name}
                columns={[
                  { title: 'Kind', cell: ([name]) => wordsOf(name.replace(/^seed\./, 'Seed: ')) },
                  { title: 'Entries', numeric: true, cell: ([, count]) => amountText(String(count)) },
                ]}
              />
            </Panel>
          </>
        )
      }}
    </Answered>
  )
}
