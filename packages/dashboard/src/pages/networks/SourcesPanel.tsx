import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { amountText, countText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

type Source = api.SourceStatus

const KINDS: Record<Source['kind'], string> = {
  explorer: 'Block explorer',
  dns: 'Name servers',
  certificates: 'Certificates of sites',
  pages: 'Pages of sites',
  registration: 'Domain registry',
  browser: 'Browser',
  'language-model': 'Language model',
}
/** Sites of strangers: that one does not answer says nothing of this service. */
const OF_SITES: readonly Source['kind'][] = ['certificates', 'pages', 'browser']
/** So many failures are no accident. */
const FAILING = 3

/** Explorers, DNS, registries and the like, as this node saw them last. */
export function SourcesPanel({ everyMs }: { everyMs: number }) {
  const sources = useAnswer(['sources'], (call) => client.sources(call), { everyMs })
  return (
    <Answered of={sources} what="sources">
      {({ sources: rows }) => {
        const asked = rows.filter((source) => source.asked > 0)
        const answering = asked.filter(({ failuresInARow }) => failuresInARow === 0)
        return (
          <Panel
            title="Other sources"
            note={
              asked.length > 0 ? `${answering.length} of ${asked.length} answered last` : 'not asked since the start'
            }
            flush
          >
            {rows.length === 0 ? (
              <Empty title="No source was asked yet">The first scan of a site or contract asks them.</Empty>
            ) : (
              <Table
                label="Other sources"
                rows={rows}
                keyOf={({ kind, host }) => `${kind} ${host}`}
                toneOf={({ failuresInARow, kind }) =>
                  failuresInARow >= FAILING && !OF_SITES.includes(kind) ? 'warn' : undefined
                }
                columns={[
                  {
                    title: 'Source',
                    cell: ({ kind, host }) => (
                      <>
                        {KINDS[kind]}
                        {host !== null && (
                          <div>
                            <code>{host}</code>
                          </div>
                        )}
                      </>
                    ),
                  },
                  { title: 'State', cell: (source) => <State of={source} /> },
                  {
                    title: 'Latency',
                    numeric: true,
                    cell: ({ latencyMs }) => (latencyMs === null ? 'unknown' : `${amountText(String(latencyMs))} ms`),
                  },
                  {
                    title: 'Failed of asked',
                    numeric: true,
                    cell: ({ asked: all, failed }) => `${amountText(String(failed))} / ${amountText(String(all))}`,
                  },
                  { title: 'Last answer', cell: ({ lastAnswerAt }) => <Moment at={lastAnswerAt} /> },
                  { title: 'Last failure', cell: (source) => <LastFailure of={source} /> },
                ]}
              />
            )}
          </Panel>
        )
      }}
    </Answered>
  )
}

function State({ of: { asked, failuresInARow, kind } }: { of: Source }) {
  if (asked === 0) return <Level level={null} text="Not asked yet" />
  if (failuresInARow === 0) return <Level level="safe" text="Answers" />
  if (OF_SITES.includes(kind)) return <Level level="low" text="Last site failed" />
  return <Level level={failuresInARow >= FAILING ? 'high' : 'medium'} text={countText(failuresInARow, 'failure')} />
}

function LastFailure({ of: { lastFailure, lastFailureAt } }: { of: Source }) {
  if (lastFailure === null) return <span className="muted">none</span>
  return (
    <>
      <Name text={lastFailure} max={160} />
      <div className="muted">
        <Moment at={lastFailureAt} />
      </div>
    </>
  )
}
