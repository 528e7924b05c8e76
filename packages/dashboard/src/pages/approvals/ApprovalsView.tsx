import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { amountText, type Chain, timeText, usdText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NoneFound, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

type Chosen = api.Approval | 'risky'

const PAGE_SIZE = 100
/** Between two questions whether the service has reached a block. */
const BLOCK_MS = 2_000

/** Approvals by value at risk, with revocation of one or of all risky ones. */
export function ApprovalsView({ address, chain }: { address: string; chain: string }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  /** The block that the list must have reached to show what was revoked here. */
  const [awaited, setAwaited] = useState(0)
  const query = { chain: chain as Chain, limit: PAGE_SIZE }
  const first = useAnswer(
    ['approvals-summary', chain, address],
    (call) => client.wallet.approvals(address, query, call),
    { everyMs: (data) => (data !== undefined && Number(data.blockNumber) < awaited ? BLOCK_MS : undefined) },
  )
  const pages = usePages(
    ['approvals', chain, address],
    (cursor, call) => client.wallet.approvals(address, cursor === null ? query : { ...query, cursor }, call),
    ({ approvals }) => approvals,
  )
  const summary = first.data?.summary
  const block = first.data?.blockNumber
  const { again } = pages
  // The pages show the block of the summary.
  useEffect(() => {
    if (awaited > 0 && block !== undefined) again()
  }, [awaited, block, again])
  return (
    <>
      {first.data !== undefined && (
        <Partial
          complete={first.data.complete}
          unknown={first.data.unknown}
          unavailable={first.data.unavailable}
          cut={first.data.cut}
        />
      )}
      {summary !== undefined && (
        <dl className="stats">
          <Stat name="Value at risk" value={usdText(summary.valueAtRiskUsd)} />
          <Stat name="Approvals" value={known(summary.total)} />
          <Stat name="Unlimited" value={known(summary.unlimited)} />
          <Stat name="Risky" value={known(summary.risky)} />
          <Stat name="Unconfirmed" value={known(summary.unconfirmed)} />
        </dl>
      )}
      <Panel
        title="Approvals"
        actions={
          <button
            type="button"
            className="button button-danger button-small"
            disabled={!summary?.risky}
            onClick={() => setChosen('risky')}
          >
            Revoke all risky
          </button>
        }
        flush
      >
        <MorePages
          of={pages}
          what="approvals"
          empty={
            <NoneFound what="live approval" complete={first.data?.complete === true}>
              The whole history of the wallet was read.
            </NoneFound>
          }
        >
          {(rows) => (
            <Table
              label="Approvals"
              rows={rows}
              keyOf={({ token, spender, tokenId, standard }, index) =>
                `${token}${spender}${tokenId}${standard}${index}`
              }
              toneOf={({ riskLevel }) => (riskLevel === 'critical' ? 'bad' : riskLevel === 'high' ? 'warn' : undefined)}
              columns={[
                {
                  title: 'Token',
                  cell: ({ token, symbol }) => <Address address={token} chain={chain} label={symbol} />,
                },
                {
                  title: 'Spender',
                  cell: ({ spender, spenderLabel, spenderClass }) => (
                    <>
                      <Address address={spender} chain={chain} label={spenderLabel} />
                      <div className="muted">{spenderClass === null ? 'unknown account' : wordsOf(spenderClass)}</div>
                    </>
                  ),
                },
                { title: 'Allowance', numeric: true, cell: (row) => <Allowance of={row} /> },
                {
                  title: 'Value at risk',
                  numeric: true,
                  cell: ({ valueAtRiskUsd }) => <strong>{usdText(valueAtRiskUsd)}</strong>,
                },
                {
                  title: 'Risk',
                  cell: ({ riskLevel, reasons }) => (
                    <>
                      <Level level={riskLevel} />
                      {reasons[0] !== undefined && (
                        <div className="muted">
                          <Name text={reasons[0].description} max={160} />
                        </div>
                      )}
                    </>
                  ),
                },
                { title: 'Granted', cell: ({ grantedAt }) => <Moment at={grantedAt} none="unknown" /> },
                { title: 'Last used', cell: ({ lastUsed }) => <Moment at={lastUsed} none="no use known" /> },
                {
                  title: 'Action',
                  cell: (row) => (
                    <button type="button" className="button button-small" onClick={() => setChosen(row)}>
                      Revoke
                    </button>
                  ),
                },
              ]}
            />
          )}
        </MorePages>
      </Panel>
      {chosen !== null && (
        <RevokeDialog
          address={address}
          chain={chain}
          approval={chosen === 'risky' ? null : chosen}
          onClose={(minedIn) => {
            setChosen(null)
            if (minedIn !== null) setAwaited(minedIn)
            void first.refetch()
          }}
        />
      )}
    </>
  )
}

function Allowance({
  of: { allowance, unlimited, operator, symbol, tokenId, expiration, throughPermit2 },
}: {
  of: api.Approval
}) {
  return (
    <>
      {operator ? 'All items' : unlimited ? 'Unlimited' : amountText(allowance)} <Name text={symbol} max={16} />
      {tokenId !== null && ` #${tokenId}`}
      {throughPermit2 !== null && <div className="muted">through Permit2</div>}
      {expiration !== null && (
        <div className="muted">until {Number.isNaN(Date.parse(expiration)) ? expiration : timeText(expiration)}</div>
      )}
    </>
  )
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="stat">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function known(count: number | null): string {
  return count === null ? 'unknown' : amountText(String(count))
}
