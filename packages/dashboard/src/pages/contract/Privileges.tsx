import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { percentText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { NoneFound } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** `complete`: the contract could be examined whole. */
type Of = { chain: string; complete: boolean }
type Taxes = { buyTax: number | null; transferTax: number | null; sellTax: number | null }

/** What a privileged account can switch off or raise, executed: trade before and after. */
export function OwnerSwitches({ switches, chain, complete }: Of & { switches: readonly api.OwnerSwitch[] }) {
  return (
    <Panel title="Owner switches" note="Executed in simulation" flush>
      {switches.length === 0 ? (
        <NoneFound what="switch" complete={complete}>
          No privileged call that was executed changed how the token trades.
        </NoneFound>
      ) : (
        <Table
          label="Owner switches"
          rows={switches}
          keyOf={(_row, index) => String(index)}
          toneOf={({ effect }) => (effect === 'raises-tax' ? 'warn' : 'bad')}
          columns={[
            { title: 'Call', cell: ({ calls }) => <Calls calls={calls} /> },
            { title: 'Caller', cell: ({ calls: [call] }) => call && <Caller call={call} chain={chain} /> },
            {
              title: 'Effect',
              cell: ({ effect }) => (
                <Level level={effect === 'raises-tax' ? 'high' : 'critical'} text={wordsOf(effect)} />
              ),
            },
            { title: 'Who is hit', cell: ({ hits }) => wordsOf(hits) },
            { title: 'Before', cell: ({ before }) => <TaxText taxes={before} /> },
            {
              title: 'After',
              cell: ({ after }) =>
                after.reason === null ? <TaxText taxes={after} /> : <Name text={after.reason} max={120} />,
            },
          ]}
        />
      )}
    </Panel>
  )
}

export function Privileged({ accounts, chain, complete }: Of & { accounts: readonly api.PrivilegedAccount[] }) {
  return (
    <Panel title="Who holds privileges" note={String(accounts.length)} flush>
      {accounts.length === 0 ? (
        <NoneFound what="privileged account" complete={complete} />
      ) : (
        <Table
          label="Privileged accounts"
          rows={accounts}
          keyOf={({ address, by }) => address + by}
          columns={[
            {
              title: 'Account',
              cell: ({ address, label }) => <Address address={address} chain={chain} label={label} />,
            },
            { title: 'By', cell: ({ by }) => wordsOf(by) },
            {
              title: 'Account is',
              cell: ({ account }) => (
                <Level
                  level={account === 'eoa' ? 'medium' : 'plain'}
                  text={account === 'eoa' ? 'One key' : wordsOf(account)}
                />
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

export function Capabilities({ capabilities, chain, complete }: Of & { capabilities: readonly api.Capability[] }) {
  return (
    <Panel title="Privileges" note={String(capabilities.length)} flush>
      {capabilities.length === 0 ? (
        <NoneFound what="privilege" complete={complete} />
      ) : (
        <Table
          label="Privileges"
          rows={capabilities}
          keyOf={(_row, index) => String(index)}
          columns={[
            { title: 'Privilege', cell: ({ kind }) => wordsOf(kind) },
            {
              title: 'State',
              cell: ({ state }) => (
                <Level
                  level={state === 'effective' ? 'high' : 'medium'}
                  text={state === 'effective' ? 'Works today' : 'Possible'}
                />
              ),
            },
            { title: 'Call', cell: ({ call }) => <Calls calls={[call]} /> },
            { title: 'Caller', cell: ({ call }) => <Caller call={call} chain={chain} /> },
            {
              title: 'Shown by',
              cell: ({ shown }) => (
                <div className="sentence">
                  <Name text={shown} max={200} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Calls({ calls }: { calls: readonly api.PrivilegedCall[] }) {
  return (
    <ul className="evidence-list">
      {calls.map(({ function: name, args }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same call may be made twice, and the list never changes.
        <li key={index} className="hex">
          {/* `setTax(uint256)`: the arguments stand in place of the types. */}
          <Name text={`${name.replace(/\(.*$/s, '')}(${args.join(', ')})`} max={120} />
        </li>
      ))}
    </ul>
  )
}

function Caller({ call, chain }: { call: api.PrivilegedCall; chain: string }) {
  return (
    <>
      {/^0x[0-9a-f]{40}$/i.test(call.caller) ? <Address address={call.caller} chain={chain} /> : call.caller}
      <div className="muted">
        {wordsOf(call.callerRole)}, {call.callerClass === 'eoa' ? 'one key' : wordsOf(call.callerClass).toLowerCase()}
      </div>
    </>
  )
}

function TaxText({ taxes: { buyTax, transferTax, sellTax } }: { taxes: Taxes }) {
  return (
    <>
      <div>buy {percentText(buyTax)}</div>
      <div>transfer {percentText(transferTax)}</div>
      <div>sell {percentText(sellTax)}</div>
    </>
  )
}
