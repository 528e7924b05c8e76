import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client, currentEnvironment } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useChange } from '../../api/useChange.ts'
import { Hex } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { Confirm } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { CreateKey } from './CreateKey.tsx'

const IN_USE_MS = 7 * 86_400_000

export default function KeysPage() {
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<api.ApiKey | null>(null)
  const keys = useAnswer(['keys'], (call) => client.keys.list(call))
  const revoke = useChange((id: string) => client.keys.revoke(id), { onDone: () => setRevoking(null) })
  return (
    <Page
      title="API keys"
      lead={`Keys of the ${currentEnvironment()} environment. A key is shown once, when it is created.`}
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          Create new key
        </button>
      }
    >
      <Panel title="Keys" flush>
        <Answered of={keys} what="keys">
          {({ keys: rows }) =>
            rows.length === 0 ? (
              <Empty title="No key yet">
                Programs ask the API with a key.{' '}
                <button type="button" className="link-button" onClick={() => setCreating(true)}>
                  Create new key
                </button>
              </Empty>
            ) : (
              <Table
                label="API keys"
                rows={rows}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: 'Name',
                    cell: ({ name }) => (
                      <strong>
                        <Name text={name} />
                      </strong>
                    ),
                  },
                  { title: 'Key', cell: ({ prefix }) => <code>{prefix}…</code> },
                  { title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
                  { title: 'Origins', cell: ({ origins }) => (origins === null ? 'servers only' : origins.join(', ')) },
                  {
                    title: 'Created',
                    cell: ({ createdAt, createdBy }) => (
                      <>
                        <Moment at={createdAt} />
                        {createdBy !== null && (
                          <div className="muted">
                            by <Hex text={createdBy} what="id" />
                          </div>
                        )}
                      </>
                    ),
                  },
                  { title: 'Last used', cell: ({ lastUsed }) => <Moment at={lastUsed} /> },
                  { title: 'Expires', cell: (key) => <Expiry of={key} /> },
                  {
                    title: 'Action',
                    cell: (key) => (
                      <button
                        type="button"
                        className="button button-small button-danger"
                        onClick={() => setRevoking(key)}
                        aria-label={`Revoke ${key.name}`}
                      >
                        Revoke
                      </button>
                    ),
                  },
                ]}
              />
            )
          }
        </Answered>
      </Panel>
      {creating && <CreateKey onClose={() => setCreating(false)} />}
      {revoking !== null && (
        <Confirm
          open
          title={`Revoke ${revoking.name}`}
          action="Revoke key"
          busy={revoke.isPending}
          onClose={() => setRevoking(null)}
          onConfirm={() => revoke.mutate(revoking.id)}
        >
          <p>Requests with this key are refused from the next one on, on every node, for ever.</p>
          {isInUse(revoking) && (
            <div className="notice" data-tone="warn">
              <p>
                <strong>This key is in use.</strong> Its last request was <Moment at={revoking.lastUsed} />. What relies
                on it stops working.
              </p>
            </div>
          )}
          {revoke.error && <Failure error={revoke.error} />}
        </Confirm>
      )}
    </Page>
  )
}

function isInUse({ lastUsed }: api.ApiKey): boolean {
  return lastUsed !== null && Date.now() - Date.parse(lastUsed) < IN_USE_MS
}

function Expiry({ of: { expiresAt } }: { of: api.ApiKey }) {
  if (expiresAt === null) return <>never</>
  return Date.parse(expiresAt) < Date.now() ? <Level level="high" text="Expired" /> : <Moment at={expiresAt} />
}
