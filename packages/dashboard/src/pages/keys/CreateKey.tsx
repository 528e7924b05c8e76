import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client, currentEnvironment } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Checks, Choice } from '../../ui/Checks.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { Failure } from '../../ui/states.tsx'

type Scope = api.KeyRequest['scopes'][number]

const SCOPES: readonly [Scope, string][] = [
  ['scan:read', 'Scan transactions, messages, contracts, sites and wallets'],
  ['risk:read', 'Scores and reports, and reports of wrong verdicts'],
  ['wallet:read', 'Approvals, holdings, verification of addresses'],
  ['webhooks:write', 'Webhooks, monitors and events'],
  ['admin', 'Everything, keys included'],
]
const DAY_MS = 86_400_000

/** Asks for name, scopes, origins and expiry, and shows the key once. */
export function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['scan:read', 'risk:read'])
  const [origins, setOrigins] = useState('')
  const [days, setDays] = useState('90')
  const create = useChange((body: api.KeyRequest) => client.keys.create(body))

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const list = origins.split(/[\s,]+/).filter((origin) => origin !== '')
    create.mutate({
      name,
      scopes: [...scopes],
      environment: currentEnvironment(),
      ...(list.length > 0 ? { origins: list } : {}),
      ...(days === '' ? {} : { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
    })
  }
  if (create.data !== undefined)
    return (
      <ShownOnce
        title="Copy your key now"
        description="It is not stored in a readable form, and cannot be shown again."
        secret={create.data.key}
        what="key"
        onClose={onClose}
      />
    )
  return (
    <Modal open onClose={onClose} title={`Create new ${currentEnvironment()} key`}>
      <form className="form" onSubmit={onSubmit}>
        <Field label="Name" hint="Where it is used, such as: checkout server.">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              required
              maxLength={64}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Checks
          legend="Scopes"
          options={SCOPES.map(([scope, what]) => [scope, <Choice key={scope} name={scope} what={what} />])}
          chosen={scopes}
          onChange={setScopes}
        />
        <Field
          label="Origins"
          hint="For keys in web pages: https://app.example. With origins, a key only scans and scores. Empty: for servers."
        >
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              placeholder="https://"
              value={origins}
              onChange={({ target }) => setOrigins(target.value)}
            />
          )}
        </Field>
        <Field label="Expires">
          {(attributes) => (
            <select {...attributes} className="select" value={days} onChange={({ target }) => setDays(target.value)}>
              <option value="7">in 7 days</option>
              <option value="30">in 30 days</option>
              <option value="90">in 90 days</option>
              <option value="365">in a year</option>
              <option value="">never</option>
            </select>
          )}
        </Field>
        {create.error && <Failure error={create.error} />}
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={create.isPending || scopes.length === 0}>
            Create key
          </button>
        </div>
      </form>
    </Modal>
  )
}
