import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText, countText, durationText, percentText, usdText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { ShareBar } from '../../ui/ShareBar.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

const SCENARIOS: Record<string, string> = {
  fresh: 'New buyer',
  small: 'Small amount',
  large: 'Large amount',
  'next-block': 'Sale one block later',
  'day-later': 'Sale one day later',
  'after-buys': 'Sale after other purchases',
  holder: 'Present holder',
}

/** Purchases and sales that were executed on the pool, with the tax of each step. */
export function TradeRuns({ trade }: { trade: api.Trade }) {
  const { runs, later, budget } = trade
  const rows = [
    ...runs.map((run) => ({ ...run, name: SCENARIOS[run.scenario] ?? wordsOf(run.scenario) })),
    ...later.map((sale) => ({ ...sale, name: laterName(sale), buyTax: null, transferTax: null, later: true })),
  ]
  return (
    <Panel title="Executed trades" note={`${budget.runs} of at most ${budget.max} runs`} flush>
      <Table
        label="Executed trades"
        rows={rows}
        keyOf={({ name }, index) => name + index}
        toneOf={({ failed }) => (failed === null ? undefined : 'bad')}
        columns={[
          { title: 'Scenario', cell: ({ name }) => name },
          {
            title: 'Result',
            cell: ({ failed }) =>
              failed === null ? (
                <Level level="safe" text="Bought and sold" />
              ) : (
                <>
                  <Level level="critical" text={`${wordsOf(failed.step)} failed`} />{' '}
                  {failed.reason !== null && <Name text={failed.reason} max={120} />}
                </>
              ),
          },
          { title: 'Buy tax', numeric: true, cell: (row) => ('later' in row ? '' : percentText(row.buyTax)) },
          { title: 'Transfer tax', numeric: true, cell: (row) => ('later' in row ? '' : percentText(row.transferTax)) },
          { title: 'Sell tax', numeric: true, cell: ({ sellTax }) => percentText(sellTax) },
        ]}
      />
      {budget.cut.length > 0 && (
        <p className="sheet-total">Not run within the budget: {budget.cut.map(wordsOf).join(', ')}.</p>
      )}
    </Panel>
  )
}

function laterName({ kind, waitedSeconds, purchases }: api.LaterSale): string {
  if (kind === 'purchases') return `Sale after ${countText(purchases, 'purchase')}`
  return waitedSeconds === null ? 'Sale later' : `Sale after ${durationText(waitedSeconds)}`
}

export function PoolFacts({ trade: { pool, limits, holders }, chain }: { trade: api.Trade; chain: string }) {
  const limit = (value: number | null) => (value === null ? 'none found' : `${amountText(String(value))} tokens`)
  return (
    <Panel title="Pool">
      <Facts
        rows={[
          ['Pool', <Address key="pool" address={pool.address} chain={chain} />],
          ['Exchange', `${pool.exchange} (${pool.style})${pool.made ? ', made for the simulation' : ''}`],
          ['Quoted in', <Address key="quote" address={pool.quote.address} chain={chain} label={pool.quote.symbol} />],
          ['Depth', usdText(pool.depthUsd)],
          ['Largest purchase', limit(limits.maxBuy)],
          ['Largest sale', limit(limits.maxSell)],
          ['Largest holding', limit(limits.maxHolding)],
          ['Cool-down', limits.cooldownSeconds === null ? 'none found' : durationText(limits.cooldownSeconds)],
          [
            'Holders tried',
            `${countText(holders.sampled, 'holder')}, ${holders.failed} could not sell, ${holders.siphoned} lost tokens, highest tax ${percentText(holders.highestTax)}`,
          ],
        ]}
      />
    </Panel>
  )
}

export function Holders({ distribution, chain }: { distribution: api.Distribution; chain: string }) {
  const groups = [
    { title: 'Largest holders', rows: distribution.topHolders },
    { title: 'Holders of the liquidity', rows: distribution.lpHolders ?? [] },
  ]
  return (
    <Panel
      title="Holders"
      note={`${usdText(distribution.liquidityUsd)} liquidity${distribution.sampled ? ', sampled' : ''}`}
      flush
    >
      {groups.map(({ title, rows }) =>
        rows.length === 0 ? (
          <Empty key={title} title={`${title}: none known`} />
        ) : (
          <Table
            key={title}
            label={title}
            rows={rows}
            keyOf={({ address }) => address}
            columns={[
              { title, cell: ({ address }) => <Address address={address} chain={chain} /> },
              { title: 'Kind', cell: ({ kind }) => wordsOf(kind) },
              { title: 'Share', numeric: true, cell: ({ share }) => percentText(share) },
              { title: 'Part', cell: ({ share }) => <ShareBar share={share / 100} /> },
            ]}
          />
        ),
      )}
    </Panel>
  )
}
