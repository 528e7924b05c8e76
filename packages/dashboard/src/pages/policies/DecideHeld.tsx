import type { api } from '@redoubt/client'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Address } from '../../ui/Address.tsx'
import { amountText, chainName, coinOf, weiText, wordsOf } from '../../ui/format.ts'
import { Json } from '../../ui/Json.tsx'
import { Level } from '../../ui/Level.tsx'
import { Confirm, Modal } from '../../ui/Modal.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts } from '../../ui/Panel.tsx'
import { Failure } from '../../ui/states.tsx'

type Props = { held: api.HeldTransaction; onClose: () => void }

/** Asks before a held transaction is sent, and says what became of it. */
export function ApproveHeld({ held, onClose }: Props) {
  const approve = useChange((id: string) => client.heldTransactions.approve(id, { holds: held.holdsId }))
  if (approve.data !== undefined)
    return (
      <Modal open title="What became of it" onClose={onClose}>
        <p>
          <Level level={approve.data.status === 'released' ? 'safe' : 'high'} text={wordsOf(approve.data.status)} />{' '}
          {approve.data.status === 'released' ? 'It was sent.' : <Name text={approve.data.message} max={300} />}
        </p>
      </Modal>
    )
  return (
    <Confirm
      open
      title="Approve this transaction"
      action="Approve and send"
      danger={false}
      busy={approve.isPending}
      onClose={onClose}
      onConfirm={() => approve.mutate(held.id)}
    >
      <p>
        It is scanned again and sent at once, unless a rule refuses it or another reason holds it: an approval lifts the
        reasons shown here.
      </p>
      <Asked of={held} />
      {approve.error && <Failure error={approve.error} />}
    </Confirm>
  )
}

/** Asks before a held transaction is dropped, and shows what to sign in its place. */
export function CancelHeld({ held, onClose }: Props) {
  const cancel = useChange((id: string) => client.heldTransactions.cancel(id))
  if (cancel.data !== undefined)
    return (
      <Modal open wide title={wordsOf(cancel.data.transaction.status)} onClose={onClose}>
        <p>
          {cancel.data.transaction.status === 'cancelled'
            ? 'The service does not send it.'
            : 'It was sent before it could be cancelled.'}{' '}
          Sign and send this transaction with the wallet: once it is mined, the other one is good for nothing, whoever
          has it.
        </p>
        <Json value={cancel.data.replacement} what="replacement" />
      </Modal>
    )
  return (
    <Confirm
      open
      title="Cancel this transaction"
      action="Cancel transaction"
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate(held.id)}
    >
      <p>It is never sent, and its nonce is free.</p>
      <Asked of={held} />
      {cancel.error && <Failure error={cancel.error} />}
    </Confirm>
  )
}

function Asked({ of: { from, to, value, chain, message, holds, riskLevel, findings } }: { of: api.HeldTransaction }) {
  return (
    <Facts
      rows={[
        ['From', <Address key="from" address={from} />],
        ['To', to === null ? 'a new contract' : <Address key="to" address={to} full />],
        ['Value', `${amountText(weiText(value))} ${coinOf(chain)} on ${chainName(chain)}`],
        ['Held because', <Name key="why" text={message} max={240} />],
        holds.length > 1 && [
          'Reasons',
          holds.map(({ rule, reason }) => (
            <div key={rule}>
              <Name text={reason} max={240} />
            </div>
          )),
        ],
        ['Risk', <Level key="risk" level={riskLevel} />],
        findings.length > 0 && ['Findings', findings.map(({ id, title }) => <div key={id}>{title}</div>)],
      ]}
    />
  )
}
