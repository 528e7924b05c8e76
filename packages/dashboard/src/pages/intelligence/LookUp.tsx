import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { OverrideForm } from './OverrideForm.tsx'
import { OverrideTable } from './OverrideTable.tsx'

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
  const [adding, setAdding] = useState(false)
  const found = useAnswer(['intel-entries', entity], (call) => client.intel.lookUp({ value: entity }, call))
  return (
    <Answered of={found} what="entries">
      {({ entries, overrides }) => (
        <>
          <Panel
            title="Overrides"
            note={String(overrides.length)}
            actions={
              <button type="button" className="button button-small" onClick={() => setAdding(true)}>
                Add override
              </button>
            }
            flush
          >
            {overrides.length === 0 ? <Empty title="No override" /> : <OverrideTable overrides={overrides} />}
          </Panel>
          {adding && <OverrideForm override={null} value={entity} onClose={() => setAdding(false)} />}
          <Panel title="List entries" note={String(entries.length)} flush>
            {entries.length === 0 ? (
              <Empty title="On no list">That clears nothing: a scan examines more than lists.</Empty>
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
