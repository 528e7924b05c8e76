import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { MorePages } from '../../ui/MorePages.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { OverrideForm } from './OverrideForm.tsx'
import { OverrideTable } from './OverrideTable.tsx'

/** What operators allow and deny for every account. */
export function Overrides() {
  const [adding, setAdding] = useState(false)
  const overrides = usePages(
    ['intel-overrides'],
    (cursor, call) => client.intel.overrides(cursor === null ? {} : { cursor }, call),
    ({ overrides: rows }) => rows,
  )
  return (
    <Panel
      title="Overrides"
      note="For every account, from the next scan on"
      actions={
        <button type="button" className="button button-primary button-small" onClick={() => setAdding(true)}>
          Add override
        </button>
      }
      flush
    >
      <MorePages
        of={overrides}
        what="overrides"
        empty={
          <Empty title="Nothing is overridden">
            An override allows what a list accuses by mistake, or denies what no list knows yet.
          </Empty>
        }
      >
        {(rows: readonly api.IntelOverride[]) => <OverrideTable overrides={rows} />}
      </MorePages>
      {adding && <OverrideForm override={null} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
