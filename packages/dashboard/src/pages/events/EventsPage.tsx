import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { Modal } from '../../ui/Modal.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { EventBody } from './EventBody.tsx'
import { EventTable } from './EventTable.tsx'
import { useLiveEvents } from './useLiveEvents.ts'

const PAGE_SIZE = 50

/** Events of the account, with new ones as they happen. */
export default function EventsPage() {
  const [shown, setShown] = useState<api.Event | null>(null)
  const events = usePages(
    ['events'],
    (cursor, call) => client.events.list(cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor }, call),
    ({ events: rows }) => rows,
  )
  const live = useLiveEvents()
  const known = new Set(events.rows?.map(({ id }) => id))
  const fresh = live.events.filter(({ id }) => !known.has(id))
  const rows = events.rows === undefined ? undefined : [...fresh, ...events.rows]
  return (
    <Page
      title="Events"
      lead="Changes of risk, threats, approvals and transfers of the last 30 days."
      actions={
        <span className="live" data-state={live.state} role="status">
          {live.state === 'open' ? 'Live' : live.state === 'connecting' ? 'Connecting' : 'Not live'}
        </span>
      }
    >
      {live.error !== null && (
        <div className="notice" data-tone="warn">
          <p>
            <strong>
              {live.state === 'connecting'
                ? 'The connection was lost, and is tried again.'
                : 'New events do not arrive.'}
            </strong>{' '}
            {live.error.message} {live.state === 'connecting' && 'What happens meanwhile is not lost.'}
          </p>
        </div>
      )}
      <Panel title="Events" note={fresh.length > 0 ? `${fresh.length} since this page was opened` : undefined} flush>
        <MorePages
          of={{ ...events, rows }}
          what="events"
          empty={<Empty title="No event yet">Monitors and webhooks name the addresses that are watched.</Empty>}
        >
          {(all) => <EventTable events={all} onShow={setShown} />}
        </MorePages>
      </Panel>
      {shown !== null && (
        <Modal open wide onClose={() => setShown(null)} title={shown.type} description={shown.id}>
          <EventBody event={shown} />
        </Modal>
      )}
    </Page>
  )
}
