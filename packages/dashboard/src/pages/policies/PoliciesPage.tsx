import type { api } from '@redoubt/client'
import { Link } from 'wouter'
import { client, currentEnvironment } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { countText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ruleWords } from './ruleWords.ts'

const PAGE_SIZE = 50

export default function PoliciesPage() {
  const policies = usePages(
    ['policies'],
    (cursor, call) => client.policies.list(cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor }, call),
    ({ policies: rows }) => rows,
  )
  return (
    <Page
      title="Policies"
      lead={`What wallets of the ${currentEnvironment()} environment may let go.`}
      actions={
        <Link className="button button-primary" href="/policies/new">
          New policy
        </Link>
      }
    >
      <Panel title="Wallets with a policy" flush>
        <MorePages
          of={policies}
          what="policies"
          empty={
            <Empty title="No wallet has a policy">
              A policy gives a wallet limits, allow lists and delays, which the guarded RPC enforces.
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label="Wallets with a policy"
              rows={rows}
              keyOf={({ address }) => address}
              columns={[
                {
                  title: 'Wallet',
                  cell: ({ address }) => (
                    <span className="row">
                      <Address address={address} />
                      <Link href={`/policies/${address}`}>Show rules</Link>
                    </span>
                  ),
                },
                {
                  title: 'Rules',
                  cell: (policy) =>
                    ruleWords(policy)
                      .map(([name]) => name)
                      .join(', '),
                },
                { title: 'State', cell: (policy) => <State of={policy} /> },
                { title: 'Version', numeric: true, cell: ({ version }) => version },
                { title: 'Changed', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
              ]}
            />
          )}
        </MorePages>
      </Panel>
    </Page>
  )
}

function State({ of: { alsoInForce } }: { of: api.Policy }) {
  if (alsoInForce.length === 0) return <Level level="safe" text="In force" />
  return <Level level="medium" text={`${countText(alsoInForce.length, 'earlier version')} also in force`} />
}
