import type { api } from '@redoubt/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { amountText, chainName, coinOf, weiText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { ApproveHeld, CancelHeld } from './DecideHeld.tsx'

const PAGE_SIZE = 50
const TONES: Record<string, string> = { held: 'medium', released: 'safe', refused: 'high' }

type Deciding = { held: api.HeldTransaction; what: 'approve' | 'cancel' }

export default function HeldTransactionsPage() {
  const [waiting, setWaiting] = useState(true)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const transactions = usePages(
    ['held-transactions', waiting],
    (cursor, call) =>
      client.heldTransactions.list(
        { limit: PAGE_SIZE, ...(waiting ? { status: 'held' } : {}), ...(cursor === null ? {} : { cursor }) },
        call,
      ),
    ({ transactions: rows }) => rows,
  )
  return (
    <Page
      title="Held transactions"
      lead="Transactions that the guarded RPC holds until someone decides, or until their time comes."
      actions={
        <label className="check">
          <input type="checkbox" checked={!waiting} onChange={({ target }) => setWaiting(!target.checked)} />
          Show those that ended
        </label>
      }
    >
      <Panel title={waiting ? 'Waiting' : 'All of 30 days'} flush>
        <MorePages
          of={transactions}
          what="held transactions"
          empty={
            <Empty title="No transaction is held">
              Wallets send through <code>/v1/rpc/</code> with an RPC token. What a rule holds back waits here.
            </Empty>
          }
        >
          {(rows) => (
            <Table
              label="Held transactions"
              rows={rows}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Transaction',
                  cell: ({ requestId, value, chain, nonce }) => (
                    <>
                      <Link href={`/scans/${requestId}`}>
                        {amountText(weiText(value))} {coinOf(chain)}
                      </Link>
                      <div className="muted">
                        {chainName(chain)}, nonce {nonce}
                      </div>
                    </>
                  ),
                },
                { title: 'From', cell: ({ from, chain }) => <Address address={from} chain={chain} /> },
                {
                  title: 'To',
                  cell: ({ to, chain }) => (to === null ? 'a new contract' : <Address address={to} chain={chain} />),
                },
                { title: 'Why', cell: (held) => <Why of={held} /> },
                { title: 'Risk', cell: ({ riskLevel }) => <Level level={riskLevel} /> },
                { title: 'State', cell: (held) => <State of={held} /> },
                {
                  title: 'Action',
                  cell: (held) =>
                    held.status === 'held' && (
                      <span className="row">
                        <button
                          type="button"
                          className="button button-small"
                          onClick={() => setDeciding({ held, what: 'approve' })}
                        >
                          Approve
                        </button>
                        <button
                          type="button"
                          className="button button-small button-danger"
                          onClick={() => setDeciding({ held, what: 'cancel' })}
                        >
                          Cancel
                        </button>
                      </span>
                    ),
                },
              ]}
            />
          )}
        </MorePages>
      </Panel>
      {deciding?.what === 'approve' && <ApproveHeld held={deciding.held} onClose={() => setDeciding(null)} />}
      {deciding?.what === 'cancel' && <CancelHeld held={deciding.held} onClose={() => setDeciding(null)} />}
    </Page>
  )
}

function Why({ of: { rule, message, rules } }: { of: api.HeldTransaction }) {
  const others = rules.filter(({ outcome, reason }) => outcome !== 'allow' && !message.includes(reason))
  return (
    <>
      <strong>{wordsOf(rule)}</strong>
      <div>
        <Name text={message} max={240} />
      </div>
      {others.map((applied) => (
        <div key={applied.rule + applied.reason} className="muted">
          {wordsOf(applied.outcome)}: <Name text={applied.reason} max={240} />
        </div>
      ))}
    </>
  )
}

function State({ of: { status, heldAt, releaseAt, updatedAt } }: { of: api.HeldTransaction }) {
  return (
    <>
      <Level level={TONES[status] ?? 'unknown'} text={wordsOf(status)} />
      <div className="muted">
        {status !== 'held' ? (
          <Moment at={updatedAt} />
        ) : (
          <>
            since <Moment at={heldAt} />
            {releaseAt !== null && (
              <>
                , judged again <Moment at={releaseAt} />
              </>
            )}
          </>
        )}
      </div>
    </>
  )
}
