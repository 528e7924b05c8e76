import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { useChange } from '../../api/useChange.ts'
import { usePages } from '../../api/usePages.ts'
import { timeText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty, Failure } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { EventBody } from '../events/EventBody.tsx'

const PAGE_SIZE = 50
const LEVELS: Record<api.Delivery['status'], string> = {
  delivered: 'safe',
  pending: 'unknown',
  failed: 'high',
  parked: 'medium',
  expired: 'medium',
}

/** Deliveries with their attempts; each opens to the body that was sent. */
export function DeliveryTable({ webhookId }: { webhookId: string }) {
  const [shown, setShown] = useState<api.Delivery | null>(null)
  const deliveries = usePages(
    ['deliveries', webhookId],
    (cursor, call) =>
      client.webhooks.deliveries(
        webhookId,
        cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor },
        call,
      ),
    ({ deliveries: rows }) => rows,
  )
  return (
    <Panel
      title="Deliveries"
      actions={
        <button type="button" className="button button-small" onClick={deliveries.again}>
          Refresh
        </button>
      }
      flush
    >
      <MorePages
        of={deliveries}
        what="deliveries"
        empty={<Empty title="Nothing was delivered yet">Send a test event to try the receiver.</Empty>}
      >
        {(rows) => (
          <Table
            label="Deliveries"
            rows={rows}
            keyOf={({ id }) => id}
            toneOf={({ status }) => (status === 'failed' ? 'bad' : undefined)}
            columns={[
              { title: 'Event', cell: ({ type }) => <code>{type}</code> },
              { title: 'Status', cell: ({ status }) => <Level level={LEVELS[status]} text={wordsOf(status)} /> },
              { title: 'Last answer', cell: ({ attempts }) => answerText(attempts.at(-1)) },
              {
                title: 'Attempts',
                cell: ({ attempts, nextAttemptAt }) => (
                  <>
                    <div>{attempts.length}</div>
                    {nextAttemptAt !== null && (
                      <div className="muted">
                        next <Moment at={nextAttemptAt} />
                      </div>
                    )}
                  </>
                ),
              },
              { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              {
                title: 'Body',
                cell: (delivery) => (
                  <button type="button" className="button button-small" onClick={() => setShown(delivery)}>
                    Show
                  </button>
                ),
              },
            ]}
          />
        )}
      </MorePages>
      {shown !== null && <DeliveryDialog webhookId={webhookId} delivery={shown} onClose={() => setShown(null)} />}
    </Panel>
  )
}

function answerText(attempt: api.Delivery['attempts'][number] | undefined): string {
  if (attempt === undefined) return 'none yet'
  return `${attempt.status === null ? (attempt.error?.replace(/\.$/, '') ?? 'no answer') : `HTTP ${attempt.status}`} in ${attempt.durationMs} ms`
}

function DeliveryDialog({
  webhookId,
  delivery,
  onClose,
}: {
  webhookId: string
  delivery: api.Delivery
  onClose: () => void
}) {
  const event = useAnswer(['event', delivery.eventId], (call) => client.events.get(delivery.eventId, call))
  const retry = useChange(() => client.webhooks.retryDelivery(webhookId, delivery.id), { onDone: onClose })
  return (
    <Modal open wide onClose={onClose} title={delivery.type} description={`Delivery ${delivery.id}`}>
      {delivery.attempts.length > 0 && (
        <Table
          label="Attempts"
          rows={delivery.attempts}
          keyOf={({ at }) => at}
          columns={[
            { title: 'Attempt', cell: (_row, index) => index + 1 },
            { title: 'At', cell: ({ at }) => timeText(at) },
            { title: 'Answer', cell: (attempt) => answerText(attempt) },
          ]}
        />
      )}
      <h3>Body</h3>
      <Answered of={event} what="body">
        {(found) => <EventBody event={found} />}
      </Answered>
      {retry.error && <Failure error={retry.error} />}
      <div className="modal-actions">
        <button
          type="button"
          className="button button-primary"
          disabled={retry.isPending}
          onClick={() => retry.mutate(undefined)}
        >
          Send again
        </button>
      </div>
    </Modal>
  )
}
