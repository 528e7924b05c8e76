import type { api } from '@redoubt/client'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useChange } from '../../api/useChange.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { countText, timeText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Confirm, Modal } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Answered, Failure } from '../../ui/states.tsx'
import { DeliveryTable } from './DeliveryTable.tsx'

const DAY_MS = 86_400_000

export default function WebhookPage({ id }: { id: string }) {
  const webhook = useAnswer(['webhook', id], (call) => client.webhooks.get(id, call))
  return (
    <Page
      title="Webhook"
      lead={
        webhook.data && (
          <span className="hex">
            <Name text={webhook.data.url} max={200} />
          </span>
        )
      }
    >
      <Answered of={webhook} what="webhook">
        {(found) => <Body webhook={found} />}
      </Answered>
    </Page>
  )
}

function Body({ webhook }: { webhook: api.Webhook }) {
  const { id, status, events, entities } = webhook
  const [, navigate] = useLocation()
  const [asks, setAsks] = useState<'delete' | 'rotate' | null>(null)
  const activate = useChange(() => client.webhooks.activate(id))
  const test = useChange(() => client.webhooks.test(id))
  const replay = useChange((days: number) =>
    client.webhooks.replay(id, { since: new Date(Date.now() - days * DAY_MS).toISOString() }),
  )
  const rotate = useChange(() => client.webhooks.rotateSecret(id), { onDone: () => setAsks(null) })
  const remove = useChange(() => client.webhooks.delete(id), { onDone: () => navigate('/webhooks') })
  const error = activate.error ?? test.error ?? replay.error
  return (
    <>
      {status === 'failing' && (
        <div className="notice" data-tone="bad">
          <p>
            <strong>Deliveries are parked.</strong> Five attempts of one event failed. Mend the receiver, then activate
            the webhook.
          </p>
          <p>
            <button
              type="button"
              className="button"
              disabled={activate.isPending}
              onClick={() => activate.mutate(undefined)}
            >
              Activate
            </button>
          </p>
        </div>
      )}
      {error && <Failure error={error} />}
      {replay.data !== undefined && (
        <div className="notice" role="status">
          <p>{countText(replay.data.enqueued, 'event')} will be sent again.</p>
        </div>
      )}
      <div className="main-and-side">
        <DeliveryTable webhookId={id} />
        <div className="stack">
          <Panel title="Settings">
            <Facts
              rows={[
                [
                  'Status',
                  <Level
                    key="status"
                    level={status === 'active' ? 'safe' : 'high'}
                    text={status === 'active' ? 'Active' : 'Failing'}
                  />,
                ],
                [
                  'Events',
                  events.map((type) => (
                    <div key={type}>
                      <code>{type}</code>
                    </div>
                  )),
                ],
                [
                  'Watches',
                  entities.length === 0
                    ? 'all scanned and monitored'
                    : countText(entities.length, 'address or site', 'addresses and sites'),
                ],
                ['Last triggered', <Moment key="last" at={webhook.lastTriggered} />],
                ['Created', <Moment key="created" at={webhook.createdAt} />],
              ]}
            />
          </Panel>
          <Panel title="Actions">
            <button type="button" className="button" disabled={test.isPending} onClick={() => test.mutate(undefined)}>
              Send a test event
            </button>
            <button type="button" className="button" disabled={replay.isPending} onClick={() => replay.mutate(1)}>
              Send the events of 24 hours again
            </button>
            <button type="button" className="button" onClick={() => setAsks('rotate')}>
              Rotate the secret
            </button>
            <button type="button" className="button button-danger" onClick={() => setAsks('delete')}>
              Delete webhook
            </button>
          </Panel>
        </div>
      </div>
      <Confirm
        open={asks === 'rotate'}
        onClose={() => setAsks(null)}
        title="Rotate the secret"
        action="Rotate"
        busy={rotate.isPending}
        onConfirm={() => rotate.mutate(undefined)}
      >
        <p>The present secret stays valid for 24 hours; any older one stops working at once.</p>
        {rotate.error && <Failure error={rotate.error} />}
      </Confirm>
      <Confirm
        open={asks === 'delete'}
        onClose={() => setAsks(null)}
        title="Delete this webhook"
        action="Delete webhook"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      >
        <p>Deliveries that wait are dropped. Events stay readable on their page.</p>
        {remove.error && <Failure error={remove.error} />}
      </Confirm>
      {rotate.data !== undefined && (
        <Modal
          open
          onClose={() => rotate.reset()}
          title="Copy the new secret now"
          description={`The earlier one stays valid until ${timeText(rotate.data.earlierSecretUntil)}.`}
        >
          <div className="secret">
            <code>{rotate.data.secret}</code>
            <CopyButton text={rotate.data.secret} what="secret" shown="Copy" />
          </div>
        </Modal>
      )}
    </>
  )
}
