import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Address } from '../../ui/Address.tsx'
import { amountText, type Chain, countText, shortHex, usdText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, NoneFound, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** What a wallet holds, with the price of each. */
export function HoldingsView({ address, chain }: { address: string; chain: string }) {
  const profile = useAnswer(['profile', chain, address], (call) =>
    client.wallet.profile(address, { chain: chain as Chain }, call),
  )
  return (
    <Answered of={profile} what="holdings">
      {({ holdings, unknown, unavailable }) => {
        const { native, tokens, nfts } = holdings
        return (
          <>
            <Partial complete={holdings.complete} unknown={unknown} unavailable={unavailable} cut={holdings.cut} />
            <Panel title="Tokens" note={`${usdText(holdings.totalValue)} in all`} flush>
              <Table
                label="Tokens"
                rows={[{ token: null, name: native.symbol, spam: null, riskLevel: undefined, ...native }, ...tokens]}
                keyOf={({ token }) => token ?? 'native'}
                columns={[
                  {
                    title: 'Token',
                    cell: ({ token, name, symbol }) =>
                      token === null ? (
                        <strong>{symbol}</strong>
                      ) : (
                        <Address address={token} chain={chain} label={`${symbol} · ${name}`} />
                      ),
                  },
                  {
                    title: 'Balance',
                    numeric: true,
                    cell: ({ balance, symbol }) => (
                      <>
                        {balance === null ? 'unknown' : amountText(balance)} <Name text={symbol} max={16} />
                      </>
                    ),
                  },
                  {
                    title: 'Price',
                    numeric: true,
                    cell: ({ priceUsd }) => (priceUsd === null ? 'unknown' : usdText(priceUsd)),
                  },
                  { title: 'Value', numeric: true, cell: ({ valueUsd }) => usdText(valueUsd) },
                  {
                    title: 'Risk',
                    cell: ({ riskLevel, spam }) => (
                      <>
                        {riskLevel !== undefined && <Level level={riskLevel} />}{' '}
                        {spam !== null && <Level level="medium" text="Spam" />}
                      </>
                    ),
                  },
                ]}
              />
            </Panel>
            <Panel title="Collectibles" note={String(nfts.length)} flush>
              {nfts.length === 0 ? (
                <NoneFound what="collectible" complete={holdings.complete} />
              ) : (
                <Table
                  label="Collectibles"
                  rows={nfts}
                  keyOf={({ contract }) => contract}
                  columns={[
                    {
                      title: 'Collection',
                      cell: ({ contract, name }) => <Address address={contract} chain={chain} label={name} />,
                    },
                    { title: 'Standard', cell: ({ standard }) => standard.toUpperCase() },
                    { title: 'Count', numeric: true, cell: ({ count }) => countText(Number(count), 'item') },
                    {
                      title: 'Items',
                      cell: ({ tokenIds }) =>
                        tokenIds
                          .slice(0, 6)
                          .map((id) => `#${shortHex(id)}`)
                          .join(', '),
                    },
                    {
                      title: 'Spam',
                      cell: ({ spam }) => (spam === null ? 'No sign' : <Level level="medium" text={spam} />),
                    },
                  ]}
                />
              )}
            </Panel>
          </>
        )
      }}
    </Answered>
  )
}
