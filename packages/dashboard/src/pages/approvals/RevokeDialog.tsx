import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { type Chain, countText, gasText, shortHex, wordsOf } from '../../ui/format.ts'
import { TransactionHash } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Name } from '../../ui/Name.tsx'
import { Answered, Failure, NoneFound, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { type Mined, minedByWallet, sendWithWallet } from './injectedWallet.ts'

/** A transaction that the wallet sent; `mined` is null while that is not known. */
type Sent = { hash: string; mined: Mined | null }

type Props = {
  address: string
  chain: string
  /** Null: every risky one. */
  approval: api.Approval | null
  /** `minedIn`: the last block with a transaction that was sent here; null: none is known. */
  onClose: (minedIn: number | null) => void
}

/** The transactions that revoke, each simulated before the wallet is asked to sign it. */
export function RevokeDialog({ address, chain, approval, onClose }: Props) {
  const [sent, setSent] = useState<Record<number, Sent>>({})
  const [problem, setProblem] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const [closing] = useState(() => new AbortController())
  useEffect(() => () => closing.abort(), [closing])
  const body: api.RevokeRequest =
    approval === null
      ? { all: 'risky', chain: chain as Chain }
      : {
          chain: chain as Chain,
          approvals: [
            {
              standard: approval.standard,
              token: approval.token,
              spender: approval.spender,
              ...(approval.tokenId === null ? {} : { tokenId: approval.tokenId }),
            },
          ],
        }
  const revocations = useAnswer(['revoke', address, body], (call) => client.wallet.revoke(address, body, call), {
    staleMs: 0,
  })

  function close(): void {
    const blocks = Object.values(sent).flatMap(({ mined }) => mined?.block ?? [])
    onClose(blocks.length === 0 ? null : Math.max(...blocks))
  }

  async function send(transactions: readonly api.RevocationTransaction[]): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      for (const [index, transaction] of transactions.entries()) {
        if (sent[index] !== undefined || !isOfWallet(transaction)) continue
        const hash = await sendWithWallet(transaction)
        setSent((before) => ({ ...before, [index]: { hash, mined: null } }))
        void minedByWallet(hash, closing.signal)
          .catch(() => null)
          .then((mined) => setSent((before) => ({ ...before, [index]: { hash, mined } })))
      }
    } catch (error) {
      setProblem(error as Error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      wide
      onClose={close}
      title={
        approval === null ? 'Revoke all risky approvals' : `Revoke ${approval.symbol} from ${approval.spenderLabel}`
      }
      description="Each transaction was simulated. Your wallet shows it and asks you to sign."
    >
      <Answered of={revocations} what="revocation transactions">
        {({ transactions, skipped, complete, unknown, unavailable, cut }) => {
          const left = transactions.filter(isOfWallet).length - Object.keys(sent).length
          return (
            <>
              <Partial complete={complete} unknown={unknown} unavailable={unavailable} cut={cut} />
              {transactions.length === 0 ? (
                <NoneFound what="live approval of this kind" complete={complete} />
              ) : (
                <Table
                  label="Revocation transactions"
                  rows={transactions}
                  keyOf={(_row, index) => String(index)}
                  columns={[
                    { title: 'Transaction', cell: ({ description }) => <Name text={description} max={200} /> },
                    {
                      title: 'Simulated',
                      cell: ({ verified }) =>
                        verified === true ? (
                          <Level level="safe" text="Revokes" />
                        ) : (
                          <Level
                            level={verified === false ? 'high' : null}
                            text={verified === false ? 'Does not revoke' : 'Not verified'}
                          />
                        ),
                    },
                    { title: 'Gas', numeric: true, cell: ({ gas }) => gasText(gas) },
                    {
                      title: 'State',
                      cell: (row, index) =>
                        isOfWallet(row) ? (
                          <State of={sent[index]} />
                        ) : (
                          <>
                            to be signed elsewhere <CopyButton text={JSON.stringify(row)} what="transaction" />
                          </>
                        ),
                    },
                  ]}
                />
              )}
              {skipped.length > 0 && (
                <details>
                  <summary>{countText(skipped.length, 'approval')} left out</summary>
                  <ul className="evidence-list">
                    {skipped.map(({ approval: left, reason, detail }) => (
                      <li key={left.spender + left.token + left.tokenId}>
                        {shortHex(left.spender)}: {wordsOf(reason)}. <Name text={detail} max={200} />
                      </li>
                    ))}
                  </ul>
                </details>
              )}
              {problem !== null && <Failure error={problem} />}
              <div className="modal-actions">
                <button type="button" className="button" onClick={close}>
                  Close
                </button>
                {transactions.some(isOfWallet) && (
                  <button
                    type="button"
                    className="button button-primary"
                    disabled={busy || left === 0}
                    onClick={() => void send(transactions)}
                  >
                    {busy
                      ? 'Waiting for the wallet'
                      : left === 0
                        ? 'All sent'
                        : `Sign ${countText(left, 'transaction')}`}
                  </button>
                )}
              </div>
            </>
          )
        }}
      </Answered>
    </Modal>
  )
}

/** A wallet in the browser sends its own calls; it signs no authorization for a page (EIP-7702), and none of another sender. */
function isOfWallet({ sentBy, authorizationList }: api.RevocationTransaction): boolean {
  return sentBy === 'account' && authorizationList === undefined
}

function State({ of: sent }: { of: Sent | undefined }) {
  if (sent === undefined) return <>not sent</>
  const { hash, mined } = sent
  return (
    <>
      <Level
        level={mined === null ? null : mined.succeeded ? 'safe' : 'high'}
        text={mined === null ? 'Sent' : mined.succeeded ? 'Mined' : 'Failed on chain'}
      />{' '}
      <TransactionHash hash={hash} />
    </>
  )
}
