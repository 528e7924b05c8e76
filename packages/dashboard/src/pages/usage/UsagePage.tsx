import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { amountText, countText, wordsOf } from '../../ui/format.ts'
import { Hex } from '../../ui/Hex.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

const REFRESH_MS = 10_000

/** What the account used of its limits, by day and by key. */
export default function UsagePage() {
  const usage = useAnswer(['usage'], (call) => client.usage(call), { everyMs: REFRESH_MS })
  return (
    <Page title="Usage and limits" lead={usage.data && `${wordsOf(usage.data.plan)} plan.`}>
      <Answered of={usage} what="usage">
        {({ minute, day, burst, days, callers }) => {
          const most = Math.max(1, ...days.map(({ requests }) => requests))
          return (
            <>
              <dl className="stats">
                <Used name="Requests in the last minute" of={minute} rolling />
                <Used name="Requests today" of={day} />
                <div className="stat">
                  <dt>Requests at once, for each key</dt>
                  <dd>{amountText(String(burst))}</dd>
                </div>
              </dl>
              <Panel title="Requests by day" note="UTC days of this environment" flush>
                {days.length === 0 ? (
                  <Empty title="No request yet" />
                ) : (
                  <Table
                    label="Requests by day"
                    rows={days}
                    keyOf={({ date }) => date}
                    columns={[
                      { title: 'Day', cell: ({ date }) => date },
                      { title: 'Requests', numeric: true, cell: ({ requests }) => amountText(String(requests)) },
                      { title: 'Of the busiest day', cell: ({ requests }) => <ShareBar share={requests / most} /> },
                    ]}
                  />
                )}
              </Panel>
              <Panel title="Requests by key and member" note={countText(callers.length, 'caller')} flush>
                {callers.length === 0 ? (
                  <Empty title="No request yet" />
                ) : (
                  <Table
                    label="Requests by key and member"
                    rows={callers}
                    keyOf={({ id }) => id}
                    columns={[
                      { title: 'Name', cell: ({ name }) => <Name text={name ?? 'revoked or removed'} /> },
                      { title: 'Id', cell: ({ id }) => <Hex text={id} what="id" /> },
                      { title: 'Today', numeric: true, cell: ({ today }) => amountText(String(today)) },
                      { title: 'In all', numeric: true, cell: ({ total }) => amountText(String(total)) },
                    ]}
                  />
                )}
              </Panel>
            </>
          )
        }}
      </Answered>
    </Page>
  )
}

function Used({
  name,
  of: { limit, used, resetAt },
  rolling = false,
}: {
  name: string
  of: api.UsageWindow
  rolling?: boolean
}) {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>
        {amountText(String(used))}{' '}
        <span className="muted">{limit === null ? 'without a limit' : `of ${amountText(String(limit))}`}</span>
      </dd>
      <dd className="muted">
        {limit !== null && <ShareBar share={used / limit} />}
        {rolling ? (
          'over any 60 seconds'
        ) : (
          <>
            starts anew <Moment at={resetAt} />
          </>
        )}
      </dd>
    </div>
  )
}
