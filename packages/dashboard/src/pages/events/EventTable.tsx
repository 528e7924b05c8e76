import type { api } from '@redoubt/client'
import { chainName, countText } from '../../ui/format.ts'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Table } from '../../ui/Table.tsx'
import { EventSubject, eventText } from './EventText.tsx'

export function EventTable({ events, onShow }: { events: readonly api.Event[]; onShow: (event: api.Event) => void }) {
  return (
    <Table
      label="Events"
      rows={events}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Event', cell: (event) => <code>{event.type}</code> },
        { title: 'About', cell: (event) => <EventSubject event={event} /> },
        { title: 'What happened', cell: (event) => <Name text={eventText(event)} max={200} /> },
        { title: 'Network', cell: ({ data }) => ('chain' in data && data.chain ? chainName(data.chain) : '') },
        { title: 'Deliveries', cell: ({ deliveries }) => countText(deliveries.length, 'webhook') },
        { title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
        {
          title: 'Body',
          cell: (event) => (
            <button type="button" className="button button-small" onClick={() => onShow(event)}>
              Show
            </button>
          ),
        },
      ]}
    />
  )
}
