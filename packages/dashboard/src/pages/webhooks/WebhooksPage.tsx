import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { countText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { CreateWebhook } from './CreateWebhook.tsx'

export default function WebhooksPage() {
  const [creating, setCreating] = useState(false)
  const webhooks = useAnswer(['webhooks'], (call) => client.webhooks.list(call))
  return (
    <Page
      title="Webhooks"
      lead="Where events are posted to, signed, and retried for two hours."
      actions={
        <button type="button" className="button button-primary" onClick={() => setCreating(true)}>
          Create webhook
        </button>
      }
    >
      <Panel title="Webhooks" flush>
        <Answered of={webhooks} what="webhooks">
          {({ webhooks: rows }) =>
            rows.length === 0 ? (
              <Empty title="No webhook yet">Events stay readable on their page for 30 days.</Empty>
            ) : (
              <Table
                label="Webhooks"
                rows={rows}
                keyOf={({ id }) => id}
                toneOf={({ status }) => (status === 'failing' ? 'bad' : undefined)}
                columns={[
                  {
                    title: 'URL',
                    cell: ({ id, url }) => (
                      <Link href={`/webhooks/${id}`}>
                        <Name text={url} max={80} />
                      </Link>
                    ),
                  },
                  {
                    title: 'Status',
                    cell: ({ status }) => (
                      <Level
                        level={status === 'active' ? 'safe' : 'high'}
                        text={status === 'active' ? 'Active' : 'Failing'}
                      />
                    ),
                  },
                  {
                    title: 'Events',
                    cell: ({ events }) => (
                      <span title={events.join(', ')}>{countText(events.length, 'event type')}</span>
                    ),
                  },
                  { title: 'Last triggered', cell: ({ lastTriggered }) => <Moment at={lastTriggered} /> },
                  { title: 'Created', cell: ({ createdAt }) => <Moment at={createdAt} /> },
                ]}
              />
            )
          }
        </Answered>
      </Panel>
      {creating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Page>
  )
}
