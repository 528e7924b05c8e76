import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** What every list and override says of one address, host or URL. */
export function LookUp() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('entity') ?? ''
  const [text, setText] = useState(asked)
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    setSearch({ view: 'look-up', entity: text.trim() })
  }
  return (
    <>
      <form className="row" onSubmit={onSubmit}>
        <input
          className="input grow"
          aria-label="Address, host or URL"
          placeholder="Address, host or URL"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button type="submit" className="button button-primary" disabled={text.trim() === ''}>
          Look up
        </button>
      </form>
      {asked !== '' && <Entries key={asked} entity={asked} />}
    </>
  )
}

function Entries({ entity }: { entity: string }) {
  const found = useAnswer(['intel-entries', entity], (call) => client.intel.lookUp({ value: entity }, call))
  return (
    <Answered of={found} what="entries">
      {({ entries, overrides }) => (
        <>
          <Panel title="Overrides" note={String(overrides.length)} flush>
            {overrides.length === 0 ? (
              <Empty title="No override" />
            ) : (
              <Table
                label="Overrides"
                rows={overrides}
                keyOf={({ value, chain }) => value + chain}
                columns={[
                  { title: 'Value', cell: ({ value }) => <Name text={value} /> },
                  {
                    title: 'Verdict',
                    cell: ({ verdict, label }) => (
                      <Level level={verdict === 'allow' ? 'safe' : 'critical'} text={label ?? verdict} />
                    ),
                  },
                  { title: 'Note', cell: ({ note }) => <Name text={note} max={200} /> },
                  { title: 'By', cell: ({ actor }) => <Name text={actor} /> },
                  { title: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                ]}
              />
            )}
          </Panel>
          <Panel title="List entries" note={String(entries.length)} flush>
            {entries.length === 0 ? (
              <Empty title="On no list" />
            ) : (
              <Table
                label="List entries"
                rows={entries}
                keyOf={({ source, label, value }, index) => source + label + value + index}
                columns={[
                  { title: 'Label', cell: ({ label }) => label },
                  { title: 'Name', cell: ({ name }) => <Name text={name ?? 'none'} /> },
                  { title: 'Source', cell: ({ source, confidence }) => `${source}, ${confidence} confidence` },
                  { title: 'First seen', cell: ({ firstSeen }) => <Moment at={firstSeen} none="unknown" /> },
                  { title: 'Removed', cell: ({ removedAt }) => <Moment at={removedAt} none="no" /> },
                ]}
              />
            )}
          </Panel>
        </>
      )}
    </Answered>
  )
}
