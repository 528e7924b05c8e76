import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText, coinOf, gasText, percentText, weiText, wordsOf } from '../../ui/format.ts'
import { Json } from '../../ui/Json.tsx'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

/** The calls that revert unless the outcome is the one that was simulated, or why there are none. */
export function ProtectView({ protect, chain }: { protect: api.Protection; chain: string }) {
  const { status, reason, message, form, account, conditions, calls, loosened, notAsserted } = protect
  return (
    <>
      <Panel title="Protected form">
        <Facts
          rows={[
            [
              'Protection',
              <Level
                key="status"
                level={status === 'offered' ? 'safe' : 'medium'}
                text={status === 'offered' ? 'Offered' : 'Unavailable'}
              />,
            ],
            reason !== null && ['Reason', wordsOf(reason)],
            ['In words', <Name key="message" text={message} max={600} />],
            form !== null && ['Form', wordsOf(form)],
            account !== null && ['Account', <Address key="account" address={account} chain={chain} />],
            protect.slippageBps !== null && ['Slack of what arrives', percentText(protect.slippageBps / 100)],
            protect.feeAllowance !== null && [
              'May pay for gas',
              `${amountText(weiText(protect.feeAllowance))} ${coinOf(chain)}`,
            ],
            protect.gasLimit !== null && ['Gas limit', gasText(protect.gasLimit)],
            loosened.length > 0 && ['Looser than the default', <Lines key="loosened" of={loosened} />],
            notAsserted.length > 0 && ['Not asserted', <Lines key="not" of={notAsserted} />],
          ]}
        />
      </Panel>
      {conditions.length > 0 && (
        <Panel title="Bounds that the assertion checks" flush>
          <Table
            label="Bounds that the assertion checks"
            rows={conditions}
            keyOf={(_, index) => String(index)}
            columns={[
              { title: 'What', cell: ({ kind }) => wordsOf(kind) },
              {
                title: 'Asked of',
                cell: ({ target }) => (target === null ? 'the account' : <Address address={target} chain={chain} />),
              },
              { title: 'Bound', cell: ({ text }) => <Name text={text} max={300} /> },
            ]}
          />
        </Panel>
      )}
      {calls.length > 0 && (
        <Panel title="Calls for the wallet" note="wallet_sendCalls, all or none">
          <Json value={calls} what="calls" />
        </Panel>
      )}
    </>
  )
}

function Lines({ of: lines }: { of: readonly string[] }) {
  return lines.map((line) => (
    <div key={line}>
      <Name text={line} max={240} />
    </div>
  ))
}
