import { ApiError, type api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { amountText, chainName, countText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ListsPanel } from './ListsPanel.tsx'
import { SourcesPanel } from './SourcesPanel.tsx'

const REFRESH_MS = 15_000

/** Whether the service can see its chains: heads, endpoints, watching. Details are the operator's. */
export default function NetworksPage() {
  const networks = useAnswer(['networks'], (call) => client.networks(call), {
    everyMs: REFRESH_MS,
  })
  const ready = useAnswer(['readiness'], (call) => client.readiness(call), { everyMs: REFRESH_MS })
  const forOperators = networks.error instanceof ApiError && networks.error.status === 403
  return (
    <Page title="Networks and sources" lead="As this node saw them last. Nothing is asked for this page.">
      <Panel title="Service">
        <Answered of={ready} what="state of the service">
          {({ status, dependencies }) => (
            <Facts
              rows={[
                ['State', <Level key="state" level="safe" text={status === 'ready' ? 'Ready' : status} />],
                ['Depends on', dependencies.join(', ') || 'nothing else'],
              ]}
            />
          )}
        </Answered>
      </Panel>
      {forOperators ? (
        <Empty title="Endpoints are shown to operators">Ask the operator of this service.</Empty>
      ) : (
        <>
          <Answered of={networks} what="networks">
            {({ networks: rows }) => rows.map((network) => <NetworkPanel key={network.chain} network={network} />)}
          </Answered>
          <SourcesPanel everyMs={REFRESH_MS} />
          <ListsPanel everyMs={REFRESH_MS} />
        </>
      )}
    </Page>
  )
}

function NetworkPanel({ network: { chain, head, endpoints, watching } }: { network: api.NetworkStatus }) {
  const usable = endpoints.filter(({ setAside }) => !setAside).length
  return (
    <Panel
      title={chainName(chain)}
      note={
        head === null ? (
          'not asked since the start'
        ) : (
          <>
            head {amountText(head.number)}, <Moment at={head.timestamp} />
          </>
        )
      }
      flush
    >
      {endpoints.length === 0 ? (
        <Empty title="No endpoint was asked yet">The first scan on this network opens a connection.</Empty>
      ) : (
        <>
          {usable < endpoints.length && (
            <div className="notice" data-tone="warn">
              <p>
                {usable} of {countText(endpoints.length, 'endpoint')} are in use.
              </p>
            </div>
          )}
          <Table
            label={`Endpoints of ${chainName(chain)}`}
            rows={endpoints}
            keyOf={({ host }) => host}
            toneOf={({ setAside }) => (setAside ? 'warn' : undefined)}
            columns={[
              { title: 'Endpoint', cell: ({ host }) => <code>{host}</code> },
              {
                title: 'State',
                cell: ({ setAside }) => (
                  <Level level={setAside ? 'medium' : 'safe'} text={setAside ? 'Set aside' : 'In use'} />
                ),
              },
              {
                title: 'Latency',
                numeric: true,
                cell: ({ latencyMs }) => (latencyMs === null ? 'unknown' : `${latencyMs} ms`),
              },
              { title: 'Failures in a row', numeric: true, cell: ({ failures }) => failures },
              { title: 'Contradictions', numeric: true, cell: ({ contradictions }) => contradictions },
            ]}
          />
        </>
      )}
      {watching !== null && (
        <p className="sheet-total">
          {watching.leading ? 'Watched by this node' : 'Watched by another node'}
          {watching.behind !== null && `, ${countText(watching.behind, 'block')} behind`},{' '}
          {countText(watching.reorganisations, 'reorganisation')}, {countText(watching.failures, 'failure')}.
        </p>
      )}
    </Panel>
  )
}
