import type { api } from '@redoubt/client'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { type Chain, countText, gasText, shortHex, wordsOf } from '../../ui/format.ts'
import { TransactionHash } from '../../ui/Hex.tsx'
import { Level } from '../../ui/Level.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Name } from '../../ui/Name.tsx'
import { Answered, Empty, Failure, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { sendWithWallet } from './injectedWallet.ts'

type Props = {
  address: string
  chain: string
  /** Null: every risky one. */
  approval: api.Approval | null
  onClose: () => void
}

/** The transactions that revoke, each simulated before the wallet is asked to sign it. */
export function RevokeDialog({ address, chain, approval, onClose }: Props) {
  const [sent, setSent] = useState<Record<number, string>>({})
  const [problem, setProblem] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
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

  async function send(transactions: readonly api.RevocationTransaction[]): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      for (const [index, transaction] of transactions.entries()) {
        if (sent[index] !== undefined) continue
        const hash = await sendWithWallet(transaction)
        setSent((before) => ({ ...before, [index]: hash }))
      }
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String((error as { message?: unknown }).message ?? error)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      wide
      onClose={onClose}
      title={
        approval === null ? 'Revoke all risky approvals' : `Revoke ${approval.symbol} from ${approval.spenderLabel}`
      }
      description="Each transaction was simulated. Your wallet shows it and asks you to sign."
    >
      <Answered of={revocations} what="revocation transactions">
        {({ transactions, skipped, totals, complete, unknown, unavailable, cut }) => (
          <>
            <Partial complete={complete} unknown={unknown} unavailable={unavailable} cut={cut} />
            {transactions.length === 0 ? (
              <Empty title="Nothing to revoke">No live approval of this kind was found.</Empty>
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
                    cell: (_row, index) =>
                      sent[index] === undefined ? (
                        'not sent'
                      ) : (
                        <>
                          Sent <TransactionHash hash={sent[index]} />
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
              <button type="button" className="button" onClick={onClose}>
                Close
              </button>
              {transactions.length > 0 && (
                <button
                  type="button"
                  className="button button-primary"
                  disabled={busy || Object.keys(sent).length === transactions.length}
                  onClick={() => void send(transactions)}
                >
                  {busy ? 'Waiting for the wallet' : `Sign ${countText(totals.transactions, 'transaction')}`}
                </button>
              )}
            </div>
          </>
        )}
      </Answered>
    </Modal>
  )
}
