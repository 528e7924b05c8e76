import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { amountText, chainName, usdText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Confirm } from '../../ui/Modal.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { MonitorForm } from './MonitorForm.tsx'

const PAGE_SIZE = 100

export default function MonitorsPage() {
  const [editing, setEditing] = useState<api.Monitor | 'new' | null>(null)
  const [deleting, setDeleting] = useState<api.Monitor | null>(null)
  const monitors = usePages(
    ['monitors'],
    (cursor, call) => client.monitors.list(cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor }, call),
    ({ monitors: rows }) => rows,
  )
  const remove = useChange((id: string) => client.monitors.delete(id), { onDone: () => setDeleting(null) })
  return (
    <Page
      title="Monitors"
      lead="Addresses that are watched block by block. What they do becomes events."
      actions={
        <button type="button" className="button button-primary" onClick={() => setEditing('new')}>
          Watch an address
        </button>
      }
    >
      <Panel title="Monitors" flush>
        <MorePages
          of={monitors}
          what="monitors"
          empty={
            <Empty title="No address is watched">Watch a wallet to hear of its approvals and large transfers.</Empty>
          }
        >
          {(rows) => (
            <Table
              label="Monitors"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                { title: 'Address', cell: ({ address, chain }) => <Address address={address} chain={chain} /> },
                { title: 'Network', cell: ({ chain }) => chainName(chain) },
                { title: 'Watches', cell: ({ monitoring }) => <Watched of={monitoring} /> },
                { title: 'Alerts', cell: ({ alerts }) => <Alerts of={alerts} /> },
                { title: 'Read until', cell: (monitor) => <WatchState of={monitor} /> },
                {
                  title: 'Action',
                  cell: (monitor) => (
                    <span className="row">
                      <button type="button" className="button button-small" onClick={() => setEditing(monitor)}>
                        Change
                      </button>
                      <button
                        type="button"
                        className="button button-small button-danger"
                        onClick={() => setDeleting(monitor)}
                      >
                        Delete
                      </button>
                    </span>
                  ),
                },
              ]}
            />
          )}
        </MorePages>
      </Panel>
      {editing !== null && (
        <MonitorForm monitor={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      {deleting !== null && (
        <Confirm
          open
          title="Delete this monitor"
          action="Delete monitor"
          busy={remove.isPending}
          onClose={() => setDeleting(null)}
          onConfirm={() => remove.mutate(deleting.id)}
        >
          <p>
            <Address address={deleting.address} full /> is no longer watched on {chainName(deleting.chain)}. Its events
            stay.
          </p>
          {remove.error && <Failure error={remove.error} />}
        </Confirm>
      )}
    </Page>
  )
}

function Watched({ of: monitoring }: { of: api.Monitor['monitoring'] }) {
  const names = Object.entries(monitoring).flatMap(([name, on]) => (on ? [wordsOf(name)] : []))
  return <>{names.length === 0 ? 'nothing' : names.join(', ')}</>
}

function Alerts({ of: { largeTransfer, newApproval, suspiciousActivity } }: { of: api.Monitor['alerts'] }) {
  const parts = [
    largeTransfer.enabled && `transfers over ${usdText(largeTransfer.threshold)}`,
    newApproval.enabled && (newApproval.notifyUnlimited ? 'new approvals' : 'new limited approvals'),
    suspiciousActivity.enabled && `risk from ${suspiciousActivity.riskThreshold} of 100`,
  ].filter((part) => part !== false)
  return <>{parts.length === 0 ? 'none' : parts.join(', ')}</>
}

function WatchState({ of: { watch } }: { of: api.Monitor }) {
  if (watch === null) return <Level level={null} text="Not started" />
  return (
    <>
      block {amountText(watch.blockNumber)}
      {watch.skippedBlocks !== null && (
        <div>
          <Level level="medium" text={`Blocks ${watch.skippedBlocks.from} to ${watch.skippedBlocks.to} were skipped`} />
        </div>
      )}
    </>
  )
}
