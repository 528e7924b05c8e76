import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Address } from '../../ui/Address.tsx'
import { type Chain, chainName } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Confirm } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { OverrideForm } from './OverrideForm.tsx'

/** Overrides, each to be changed or removed. */
export function OverrideTable({ overrides }: { overrides: readonly api.IntelOverride[] }) {
  const [editing, setEditing] = useState<api.IntelOverride | null>(null)
  const [removing, setRemoving] = useState<api.IntelOverride | null>(null)
  const remove = useChange(
    ({ value, chain }: api.IntelOverride) =>
      client.intel.removeOverride(chain === null ? { value } : { value, chain: chain as Chain }),
    { onDone: () => setRemoving(null) },
  )
  return (
    <>
      <Table
        label="Overrides"
        rows={overrides}
        keyOf={({ kind, value, chain }) => `${kind} ${value} ${chain}`}
        columns={[
          { title: 'Entity', cell: (row) => <Entity of={row} /> },
          {
            title: 'Network',
            cell: ({ kind, chain }) => (chain !== null ? chainName(chain) : kind === 'address' ? 'All' : ''),
          },
          {
            title: 'Verdict',
            cell: ({ verdict, label }) => (
              <Level
                level={verdict === 'allow' ? 'safe' : 'critical'}
                text={verdict === 'allow' ? 'Allowed' : `Denied: ${label}`}
              />
            ),
          },
          { title: 'Note', cell: ({ note }) => <Name text={note} max={200} /> },
          { title: 'By', cell: ({ actor }) => <Name text={actor.replace(/^member:/, '')} /> },
          { title: 'When', cell: ({ createdAt }) => <Moment at={createdAt} /> },
          {
            title: 'Action',
            cell: (row) => (
              <span className="row">
                <button type="button" className="button button-small" onClick={() => setEditing(row)}>
                  Change
                </button>
                <button type="button" className="button button-small button-danger" onClick={() => setRemoving(row)}>
                  Remove
                </button>
              </span>
            ),
          },
        ]}
      />
      {editing !== null && <OverrideForm override={editing} onClose={() => setEditing(null)} />}
      {removing !== null && (
        <Confirm
          open
          title="Remove this override"
          action="Remove override"
          busy={remove.isPending}
          onClose={() => setRemoving(null)}
          onConfirm={() => remove.mutate(removing)}
        >
          <p>
            The lists count again for <Name text={removing.value} max={120} />, from the next scan on, for every
            account.
          </p>
          {remove.error && <Failure error={remove.error} />}
        </Confirm>
      )}
    </>
  )
}

function Entity({ of: { kind, value, chain } }: { of: api.IntelOverride }) {
  return kind === 'address' ? <Address address={value} chain={chain ?? 'ethereum'} /> : <Name text={value} max={120} />
}
