import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { usePages } from '../../api/usePages.ts'
import { Address } from '../../ui/Address.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { amountText, type Chain, usdText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { MorePages } from '../../ui/MorePages.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NoneFound, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

const PAGE_SIZE = 50

/** Everything that others may do with a wallet, and the transaction that ends each. */
export function PermissionsView({ address, chain }: { address: string; chain: string }) {
  const query = { chain: chain as Chain, limit: PAGE_SIZE }
  const first = useAnswer(['permissions-summary', chain, address], (call) =>
    client.wallet.permissions(address, query, call),
  )
  const pages = usePages(
    ['permissions', chain, address],
    (cursor, call) => client.wallet.permissions(address, cursor === null ? query : { ...query, cursor }, call),
    ({ permissions }) => permissions,
  )
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
      <Panel title="Permissions" flush>
        <MorePages
          of={pages}
          what="permissions"
          empty={
            <NoneFound what="permission" complete={first.data?.complete === true}>
              No other account may do anything with the wallet.
            </NoneFound>
          }
        >
          {(rows) => (
            <Table
              label="Permissions"
              rows={rows}
              keyOf={({ standard, token, spender, tokenId }, index) =>
                `${standard}${token}${spender}${tokenId}${index}`
              }
              toneOf={({ riskLevel }) => (riskLevel === 'critical' ? 'bad' : riskLevel === 'high' ? 'warn' : undefined)}
              columns={[
                {
                  title: 'What',
                  cell: ({ standard, power, token, tokenLabel, symbol, signature, filled }) => (
                    <>
                      {token === null ? (
                        tokenLabel
                      ) : (
                        <Address address={token} chain={chain} label={symbol ?? tokenLabel} />
                      )}
                      <div className="muted">
                        {wordsOf(standard)}, {wordsOf(power)}
                        {signature !== null &&
                          (filled ? `, ${Math.floor(filled * 100)} % filled` : ', unused signature')}
                        {signature?.origin != null && (
                          <>
                            , asked for by <Name text={signature.origin} max={80} />
                          </>
                        )}
                      </div>
                    </>
                  ),
                },
                {
                  title: 'Who',
                  cell: ({ spender, spenderLabel }) => <Address address={spender} chain={chain} label={spenderLabel} />,
                },
                {
                  title: 'Allowance',
                  numeric: true,
                  cell: ({ allowance }) => (/^\d/.test(allowance) ? amountText(allowance) : allowance),
                },
                { title: 'Until', cell: ({ expiration }) => <Moment at={expiration} none="no end" /> },
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
                {
                  title: 'How to end it',
                  cell: ({ end, cannotEnd }) =>
                    end === null ? (
                      <span className="muted">{cannotEnd?.detail ?? 'not known'}</span>
                    ) : (
                      <>
                        {end.description}
                        <div>
                          {end.signing !== null && (
                            <CopyButton text={JSON.stringify(end.signing)} what="message to sign first" />
                          )}
                          <CopyButton
                            text={JSON.stringify(transactionOf(end))}
                            what={end.signing === null ? 'transaction' : 'transaction that lacks the signature'}
                          />
                        </div>
                      </>
                    ),
                },
              ]}
            />
          )}
        </MorePages>
      </Panel>
    </>
  )
}

/** What is signed and sent; an authorization goes with it signed by the wallet (EIP-7702). */
function transactionOf({ from, to, data, value, chainId, gas, type, authorizationList }: api.PermissionEnd) {
  return {
    ...(from !== null && { from }),
    to,
    data,
    value,
    chainId,
    ...(gas !== null && { gas }),
    ...(type !== undefined && { type, authorizationList }),
  }
}
