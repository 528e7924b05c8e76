import type { api } from '@redoubt/client'
import { Link } from 'wouter'
import { timeText, wordsOf } from '../../ui/format.ts'
import { Json } from '../../ui/Json.tsx'
import { Evidence } from '../verdict/Evidence.tsx'

/** Everything that an event says, and where it was delivered. */
export function EventBody({ event }: { event: api.Event }) {
  const chain = 'chain' in event.data ? (event.data.chain ?? null) : null
  const { id, type, timestamp, data } = event
  return (
    <>
      <p className="muted">{timeText(timestamp)}</p>
      <Evidence value={data} chain={chain} />
      {event.deliveries.length > 0 && (
        <ul className="evidence-list">
          {event.deliveries.map((delivery) => (
            <li key={delivery.id}>
              {wordsOf(delivery.status)} to{' '}
              <Link href={`/webhooks/${delivery.webhookId}`}>webhook {delivery.webhookId}</Link>
            </li>
          ))}
        </ul>
      )}
      <Json value={{ id, type, timestamp, data }} what="body" />
    </>
  )
}
