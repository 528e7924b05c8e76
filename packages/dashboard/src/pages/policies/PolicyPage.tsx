import type { api } from '@redoubt/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import { usdText, wordsOf } from '../../ui/format.ts'
import { Hex, TransactionHash } from '../../ui/Hex.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Page } from '../../ui/Page.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { DeletePolicy } from './DeletePolicy.tsx'
import { PolicyVersions } from './PolicyVersions.tsx'
import { ruleWords } from './ruleWords.ts'

export default function PolicyPage({ address }: { address: string }) {
  const wallet = useAnswer(['policy', address], (call) => client.policies.get(address, call))
  const [deleting, setDeleting] = useState(false)
  return (
    <Page
      title="Policy of a wallet"
      lead={<Address address={address} />}
      actions={
        wallet.data && (
          <>
            <Link className="button button-primary" href={`/policies/${address}/edit`}>
              Change
            </Link>
            <button type="button" className="button button-danger" onClick={() => setDeleting(true)}>
              Delete
            </button>
          </>
        )
      }
    >
      <Answered of={wallet} what="policy">
        {(policy) => (
          <div className="main-and-side">
            <div className="stack">
              <Rules of={policy} />
              <Reservations of={policy.reservations} />
              <PolicyVersions address={address} />
            </div>
            <Standing of={policy} />
          </div>
        )}
      </Answered>
      {deleting && <DeletePolicy address={address} onClose={() => setDeleting(false)} />}
    </Page>
  )
}

function Rules({ of: policy }: { of: api.GuardedWallet }) {
  return (
    <Panel title="Rules">
      <Facts
        rows={ruleWords(policy).map(([name, sentences]) => [
          name,
          sentences.map((sentence) => <div key={sentence}>{sentence}</div>),
        ])}
      />
    </Panel>
  )
}

function Standing({ of: { version, alsoInForce, usage, createdAt, updatedAt } }: { of: api.GuardedWallet }) {
  return (
    <Panel title="Standing">
      <Facts
        rows={[
          ['Version', version],
          ...alsoInForce.map(
            (earlier) =>
              [
                `Version ${earlier.version}`,
                <span key="until">
                  holds too, and ends <Moment at={earlier.until} />
                </span>,
              ] as const,
          ),
          ['Let go today (UTC)', usdText(Number(usage.dayUsd))],
          ['In 24 hours', usdText(Number(usage.rolling24hUsd))],
          ['Created', <Moment key="created" at={createdAt} />],
          ['Changed', <Moment key="changed" at={updatedAt} />],
        ]}
      />
    </Panel>
  )
}

function Reservations({ of: reservations }: { of: readonly api.Reservation[] }) {
  return (
    <Panel title="Not on chain yet" flush>
      {reservations.length === 0 ? (
        <Empty title="Nothing is open">Signatures and transactions that wait for the chain are counted here.</Empty>
      ) : (
        <Table
          label="Not on chain yet"
          rows={reservations}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'What',
              cell: ({ transactionHash, identity }) =>
                transactionHash === null ? <Hex text={identity} /> : <TransactionHash hash={transactionHash} />,
            },
            { title: 'State', cell: ({ state }) => wordsOf(state) },
            { title: 'Counted', numeric: true, cell: ({ usd }) => usdText(Number(usd)) },
            { title: 'Since', cell: ({ at }) => <Moment at={at} /> },
            { title: 'Given back', cell: ({ expiresAt }) => <Moment at={expiresAt} none="when it is released" /> },
          ]}
        />
      )}
    </Panel>
  )
}
