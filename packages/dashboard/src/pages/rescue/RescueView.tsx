import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Address } from '../../ui/Address.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { amountText, type Chain, coinOf, gasText, usdText, wordsOf } from '../../ui/format.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Failure, Partial } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'
import { TextField } from '../../ui/TextField.tsx'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** Asks how a sponsor empties a compromised account, and shows the plan. Nothing is signed or sent here. */
export function RescueView({ address, chain }: { address: string; chain: string }) {
  const [safe, setSafe] = useState('')
  const [sponsor, setSponsor] = useState('')
  const plan = useChange((body: api.RescueRequest) => client.wallet.rescue(address, body))
  const ready = ADDRESS.test(safe.trim()) && ADDRESS.test(sponsor.trim())
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    plan.mutate({ chain: chain as Chain, safe: safe.trim(), sponsor: sponsor.trim() })
  }
  return (
    <>
      <form className="panel" onSubmit={onSubmit}>
        <div className="panel-body">
          <p className="muted">
            For an account whose key or delegate is hostile. The account needs no coin; do not fund it.
          </p>
          <TextField label="Safe address" hint="Receives everything." value={safe} onText={setSafe} />
          <TextField
            label="Sponsor"
            hint="Sends the transactions and pays for them."
            value={sponsor}
            onText={setSponsor}
          />
          <button type="submit" className="button button-primary" disabled={!ready || plan.isPending}>
            Plan the rescue
          </button>
          {plan.error && <Failure error={plan.error} />}
        </div>
      </form>
      {plan.data !== undefined && <Plan of={plan.data} chain={chain} />}
    </>
  )
}

function Plan({ of: plan, chain }: { of: api.Rescue; chain: string }) {
  const { totals, race, steps, assets, authorizations, transactions, permitted, unsaved, undelegation } = plan
  return (
    <>
      <Partial complete={plan.complete} unknown={plan.unknown} unavailable={plan.unavailable} cut={plan.cut} />
      {race.fundingIsSwept === true && (
        <p className="notice notice-bad">A payment to the account is taken as it arrives.</p>
      )}
      <Panel title={`Saved ${usdText(totals.savedUsd)}, not saved ${usdText(totals.notSavedUsd)}, in simulation`}>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Panel>
      <Panel title="Assets" flush>
        <Table
          label="Assets"
          rows={assets}
          keyOf={({ token, tokenId }, index) => `${token}${tokenId}${index}`}
          toneOf={({ saved }) => (saved === true ? undefined : 'warn')}
          columns={[
            {
              title: 'Asset',
              cell: ({ token, symbol, tokenId }) => (
                <>
                  {token === null ? coinOf(chain) : <Address address={token} chain={chain} label={symbol ?? token} />}
                  {tokenId !== null && <div className="muted">#{tokenId}</div>}
                </>
              ),
            },
            { title: 'Amount', numeric: true, cell: ({ amount }) => amountText(amount) },
            { title: 'Value', numeric: true, cell: ({ valueUsd }) => usdText(valueUsd) },
            {
              title: 'Saved',
              cell: ({ saved }) => (saved === null ? 'unknown' : saved ? 'yes' : 'no'),
            },
          ]}
        />
      </Panel>
      <Panel title="Signatures of the account" flush>
        <Table
          label="Authorizations"
          rows={authorizations}
          keyOf={({ nonce }) => nonce}
          columns={[
            { title: 'Chain', cell: ({ chainId }) => chainId },
            { title: 'Delegate', cell: ({ address }) => <Address address={address} chain={chain} label={address} /> },
            { title: 'Nonce', cell: ({ nonce }) => nonce },
          ]}
        />
      </Panel>
      <Panel title="Transactions of the sponsor" flush>
        <Table
          label="Transactions"
          rows={transactions}
          keyOf={({ data }, index) => `${index}${data.slice(0, 10)}`}
          columns={[
            { title: 'Recipient', cell: ({ to }) => to ?? 'creates a contract' },
            { title: 'Gas', numeric: true, cell: ({ gas }) => gasText(gas === null ? null : String(Number(gas))) },
            {
              title: 'Transaction',
              cell: (transaction) => <CopyButton text={JSON.stringify(transaction)} what="transaction" />,
            },
          ]}
        />
      </Panel>
      {permitted.length > 0 && (
        <Panel title="Others may take the same first" flush>
          <Table
            label="Permitted"
            rows={permitted}
            keyOf={({ standard, token, spender, tokenId }) => `${standard}${token}${spender}${tokenId}`}
            columns={[
              { title: 'By', cell: ({ standard }) => wordsOf(standard) },
              { title: 'Token', cell: ({ token }) => <Address address={token} chain={chain} label={token} /> },
              { title: 'Spender', cell: ({ spender }) => <Address address={spender} chain={chain} label={spender} /> },
              { title: 'At risk', numeric: true, cell: ({ valueAtRiskUsd }) => usdText(valueAtRiskUsd) },
            ]}
          />
        </Panel>
      )}
      {unsaved.length > 0 && (
        <Panel title="Stays" flush>
          <Table
            label="Unsaved"
            rows={unsaved}
            keyOf={({ contract, tokenId }, index) => `${contract}${tokenId}${index}`}
            columns={[
              {
                title: 'What',
                cell: ({ contract, label }) =>
                  contract === null ? (
                    coinOf(chain)
                  ) : (
                    <Address address={contract} chain={chain} label={label || contract} />
                  ),
              },
              { title: 'Why', cell: ({ detail }) => detail },
            ]}
          />
        </Panel>
      )}
      {undelegation !== null && (
        <Panel title="To end the delegation alone">
          <p>{undelegation.description}</p>
          <CopyButton text={JSON.stringify(undelegation)} what="transaction" />
        </Panel>
      )}
    </>
  )
}
