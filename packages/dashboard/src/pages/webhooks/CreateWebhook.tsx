import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Checks, Choice } from '../../ui/Checks.tsx'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { ShownOnce } from '../../ui/ShownOnce.tsx'
import { Failure } from '../../ui/states.tsx'

type EventType = api.WebhookRequest['events'][number]

/** Every type, in words: the compiler asks for one that is missing. */
const EVENT_WORDS: Record<EventType, string> = {
  'entity.risk_changed': 'the score of a watched address or site changed',
  'entity.threat_detected': 'a watched address or site became dangerous',
  'address.interaction': 'a watched wallet dealt with an address',
  'approval.new': 'a watched wallet approved a spender',
  'approval.revoked': 'a watched wallet revoked an approval',
  'monitor.transfer': 'a monitored wallet sent or received',
  'monitor.large_transfer': 'a transfer above the threshold of the monitor',
  'monitor.nft_transfer': 'a monitored wallet sent or received a collectible',
  'monitor.contract_interaction': 'a monitored wallet called a contract',
  'monitor.permission': 'a scanned signature or approval was used, expired or became dangerous',
  'policy.held': 'a transaction waits for approval',
  'policy.refused': 'a transaction was refused by a policy',
  'policy.limit_alert': 'a spending limit is nearly used up',
}
const EVENT_TYPES = Object.keys(EVENT_WORDS) as EventType[]

/** Asks where to post which events, and shows the signing secret once. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly EventType[]>(EVENT_TYPES.slice(0, 5))
  const [entities, setEntities] = useState('')
  const create = useChange((body: api.WebhookRequest) => client.webhooks.create(body))
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    const list = entities.split(/[\s,]+/).filter((entity) => entity !== '')
    create.mutate({ url, events: [...events], ...(list.length > 0 ? { entities: list } : {}) })
  }
  if (create.data !== undefined)
    return (
      <ShownOnce
        title="Copy the signing secret now"
        description="Receivers check signatures with it. It cannot be shown again."
        secret={create.data.secret}
        what="secret"
        onClose={onClose}
      />
    )
  return (
    <Modal open onClose={onClose} title="Create webhook">
      <form className="form" onSubmit={onSubmit}>
        <Field label="URL">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              type="url"
              required
              placeholder="https://"
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Checks
          legend="Events"
          options={EVENT_TYPES.map((type) => [type, <Choice key={type} name={type} what={EVENT_WORDS[type]} />])}
          chosen={events}
          onChange={setEvents}
        />
        <Field label="Addresses and sites" hint="Empty: everything that this account scanned or monitors.">
          {(attributes) => (
            <textarea
              {...attributes}
              className="textarea"
              spellCheck={false}
              value={entities}
              onChange={({ target }) => setEntities(target.value)}
            />
          )}
        </Field>
        {create.error && <Failure error={create.error} />}
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={create.isPending || events.length === 0}>
            Create webhook
          </button>
        </div>
      </form>
    </Modal>
  )
}
