import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText, shortHex, usdText } from '../../ui/format.ts'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

type Change = api.BalanceChange
type Props = { changes: readonly Change[]; owner: string | undefined; chain: string; title?: string }

/** What leaves an account and what comes to it, as two columns with their sums; then what the others get. */
export function BalanceSheet({ changes, owner, chain, title = 'Assets of the sender' }: Props) {
  const account = owner?.toLowerCase() ?? changes[0]?.account.toLowerCase()
  const own = changes.filter((change) => change.account.toLowerCase() === account)
  const others = changes.filter((change) => change.account.toLowerCase() !== account)
  const out = own.filter(({ change }) => change.startsWith('-'))
  const into = own.filter(({ change }) => !change.startsWith('-'))
  return (
    <>
      <Panel title={title} note={owner === undefined ? undefined : <Address address={owner} chain={chain} />} flush>
        {own.length === 0 ? (
          <Empty title="No asset of this account moves." />
        ) : (
          <>
            <div className="sheet">
              <Side title="Out" direction="out" rows={out} />
              <Side title="In" direction="in" rows={into} />
            </div>
            <p className="sheet-total">
              Net value: <strong>{netText(own)}</strong>
            </p>
          </>
        )}
      </Panel>
      {others.length > 0 && (
        <Panel title="Assets of other accounts" note={String(others.length)} flush>
          <Table
            label="Balance changes of other accounts"
            rows={others}
            keyOf={(row, index) => `${row.account}${row.address}${index}`}
            columns={[
              { title: 'Account', cell: (row) => <Address address={row.account} chain={chain} /> },
              { title: 'Asset', cell: (row) => <Asset change={row} /> },
              { title: 'Change', numeric: true, cell: ({ change }) => signed(change) },
              { title: 'Value', numeric: true, cell: ({ changeUsd }) => usdText(changeUsd) },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

function Side({ title, direction, rows }: { title: string; direction: 'in' | 'out'; rows: readonly Change[] }) {
  return (
    <div className="sheet-side" data-change={direction}>
      <h3>
        {title} <span>{rows.length === 0 ? '' : sumText(rows)}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="muted">Nothing</p>
      ) : (
        rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an asset may stand twice, and the list does not change.
          <div key={index} className="sheet-row">
            <span className="sheet-amount">
              {signed(row.change)} <Asset change={row} />
            </span>
            <span className="sheet-value">{usdText(row.changeUsd)}</span>
          </div>
        ))
      )}
    </div>
  )
}

function Asset({ change: { asset, tokenId, address } }: { change: Change }) {
  return (
    <span title={address ?? undefined}>
      <Name text={asset} max={40} />
      {tokenId !== null && ` #${shortHex(tokenId)}`}
    </span>
  )
}

function signed(change: string): string {
  return change.startsWith('-') ? amountText(change).replace('-', '−') : `+${amountText(change.replace('+', ''))}`
}

function sumText(rows: readonly Change[]): string {
  const known = rows.filter(({ changeUsd }) => changeUsd !== null)
  if (known.length === 0) return 'value unknown'
  const sum = known.reduce((total, { changeUsd }) => total + Math.abs(changeUsd ?? 0), 0)
  return `${usdText(sum)}${known.length < rows.length ? ' and more without a price' : ''}`
}

/** A sum over unknown prices is no sum: it says what it leaves out. */
function netText(rows: readonly Change[]): string {
  const missing = rows.filter(({ changeUsd }) => changeUsd === null).length
  if (missing === rows.length) return 'unknown, because no asset here has a price'
  const sum = rows.reduce((total, { changeUsd }) => total + (changeUsd ?? 0), 0)
  const text = `${sum < 0 ? '−' : '+'}${usdText(Math.abs(sum))}`
  return missing === 0 ? text : `${text} without ${missing} assets that have no price`
}
