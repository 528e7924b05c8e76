import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { amountText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Table } from '../../ui/Table.tsx'

/** What may change between this verdict and the block that holds the transaction, and who can change it. */
export function ValidityView({ validity, chain }: { validity: api.Validity; chain: string }) {
  const { openSlots, openAccounts, upgradeable } = validity
  return (
    <>
      <Panel title="How long this verdict holds">
        <Facts
          rows={[
            ['Judged at block', amountText(validity.blockNumber)],
            ['Public mempool', validity.publicMempool ? 'Yes: others see the transaction before it is mined' : 'No'],
            ['State that others can change', amountText(String(openSlots.length + openAccounts.length))],
            ['Examined', `${validity.examined} values read, ${validity.leftOut} left out`],
            [
              'Depends on the market',
              validity.market.length === 0 ? 'No' : <Addresses key="addresses" of={validity.market} chain={chain} />,
            ],
            [
              'On trust',
              validity.onTrust.length === 0 ? (
                'Nothing'
              ) : (
                <Addresses key="addresses" of={validity.onTrust} chain={chain} />
              ),
            ],
          ]}
        />
      </Panel>
      {openSlots.length > 0 && (
        <Panel title="Storage that others can write" flush>
          <Table
            label="Storage that others can write"
            rows={openSlots}
            keyOf={({ contract, slot }) => contract + slot}
            toneOf={({ flip }) => (flip.effect === 'new-loss' ? 'bad' : flip.effect === 'worse' ? 'warn' : undefined)}
            columns={[
              { title: 'Contract', cell: ({ contract }) => <Address address={contract} chain={chain} /> },
              {
                title: 'Value',
                cell: ({ role, slot }) => (role === null ? <code>slot {slot.slice(0, 10)}</code> : wordsOf(role)),
              },
              {
                title: 'If it changes',
                cell: ({ flip: { effect } }) => (
                  <Level
                    level={effect === 'new-loss' ? 'critical' : effect === 'worse' ? 'high' : 'low'}
                    text={wordsOf(effect)}
                  />
                ),
              },
              {
                title: 'Writers',
                cell: ({ writers }) =>
                  writers.map(({ signature, selector, caller }) => `${signature ?? selector} by ${caller}`).join(', '),
              },
              { title: 'Executed', cell: ({ executed }) => (executed === null ? 'no' : `yes, by ${executed.account}`) },
            ]}
          />
        </Panel>
      )}
      {upgradeable.length > 0 && (
        <Panel title="Code that can be replaced" flush>
          <Table
            label="Code that can be replaced"
            rows={upgradeable}
            keyOf={({ proxy }) => proxy}
            columns={[
              { title: 'Proxy', cell: ({ proxy }) => <Address address={proxy} chain={chain} /> },
              {
                title: 'Implementation',
                cell: ({ implementation }) => <Address address={implementation} chain={chain} />,
              },
              {
                title: 'Admin',
                cell: ({ admin }) => (admin === null ? 'unknown' : <Address address={admin} chain={chain} />),
              },
              { title: 'Admin is', cell: ({ adminClass }) => (adminClass === null ? 'unknown' : wordsOf(adminClass)) },
              { title: 'Well known', cell: ({ wellKnown }) => (wellKnown ? 'Yes' : 'No') },
            ]}
          />
        </Panel>
      )}
    </>
  )
}

function Addresses({ of: addresses, chain }: { of: readonly string[]; chain: string }) {
  return (
    <span className="row">
      {addresses.map((text) =>
        /^0x[0-9a-f]{40}$/i.test(text) ? (
          <Address key={text} address={text} chain={chain} />
        ) : (
          <span key={text}>{text}</span>
        ),
      )}
    </span>
  )
}
