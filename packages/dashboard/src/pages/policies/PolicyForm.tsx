import type { ReactNode } from 'react'
import { Checks } from '../../ui/Checks.tsx'
import { Field } from '../../ui/Field.tsx'
import { CHAINS, chainName, shortHex, wordsOf } from '../../ui/format.ts'
import { TextField } from '../../ui/TextField.tsx'
import { AssetLimits } from './AssetLimits.tsx'
import { type MessageKind, type Method, type PolicyDraft, UNITS, type Unit } from './policyDraft.ts'

type Props = { draft: PolicyDraft; onChange: (draft: PolicyDraft) => void }

const LEVELS = ['low', 'medium', 'high', 'critical'] as const

/** Every method, in words: the compiler asks for one that is missing. */
const METHODS: Record<Method, string> = {
  eth_sendTransaction: 'sends a transaction',
  eth_sendRawTransaction: 'sends a signed transaction',
  wallet_sendCalls: 'sends several calls at once',
  eth_sendUserOperation: 'sends a user operation',
  eth_signTransaction: 'signs a transaction without sending it',
  personal_sign: 'signs a text',
  eth_signTypedData: 'signs typed data, first form',
  eth_signTypedData_v3: 'signs typed data, third form',
  eth_signTypedData_v4: 'signs typed data, such as permits and orders',
  eth_sign: 'signs anything blindly',
  wallet_grantPermissions: 'gives a session its rights',
  wallet_requestExecutionPermissions: 'lets an app execute',
}
const MESSAGES: Record<MessageKind, string> = {
  text: 'a text that allows nothing',
  'sign-in': 'signing in to a site',
  vote: 'a vote',
  allowance: 'an allowance (permit)',
  transfer: 'a transfer by others',
  order: 'an order that others may fill',
  execution: 'calls that others may send',
  delegation: 'code for the account (EIP-7702)',
  session: 'a session key',
  'hidden-transaction': 'a transaction in disguise',
  blind: 'a hash that nobody can read',
  unknown: 'what is not understood',
}

/** The rules of a policy, each with whether it is in force. */
export function PolicyForm({ draft, onChange }: Props) {
  const { hours, spending, allowed, delay, approvals } = draft
  return (
    <div className="rules">
      <Rule
        title="Spending"
        hint="What leaves, of all assets on all networks; a request beyond it is refused."
        on={spending.on}
        onToggle={(on) => onChange({ ...draft, spending: { ...spending, on } })}
      >
        <div className="form-grid">
          <TextField
            label="Per day (UTC)"
            hint="US dollars"
            inputMode="decimal"
            required
            value={spending.usd}
            onText={(usd) => onChange({ ...draft, spending: { ...spending, usd } })}
          />
          <TextField
            label="Per any 24 hours"
            hint="US dollars; empty for none"
            inputMode="decimal"
            value={spending.rollingUsd}
            onText={(rollingUsd) => onChange({ ...draft, spending: { ...spending, rollingUsd } })}
          />
          <TextField
            label="Event at"
            hint="Percent of a limit"
            inputMode="numeric"
            value={spending.alertPercent}
            onText={(alertPercent) => onChange({ ...draft, spending: { ...spending, alertPercent } })}
          />
        </div>
      </Rule>
      <Rule
        title="Delay"
        hint="Large requests wait; changes that loosen the policy wait as long, an hour without it."
        on={delay.on}
        onToggle={(on) => onChange({ ...draft, delay: { ...delay, on } })}
      >
        <div className="form-grid">
          <TextField
            label="From"
            hint="US dollars"
            inputMode="decimal"
            required
            value={delay.usd}
            onText={(usd) => onChange({ ...draft, delay: { ...delay, usd } })}
          />
          <TextField
            label="Wait"
            inputMode="decimal"
            required
            value={delay.amount}
            onText={(amount) => onChange({ ...draft, delay: { ...delay, amount } })}
          />
          <Field label="Unit">
            {(attributes) => (
              <select
                {...attributes}
                className="select"
                value={delay.unit}
                onChange={({ target }) => onChange({ ...draft, delay: { ...delay, unit: target.value as Unit } })}
              >
                {Object.keys(UNITS).map((unit) => (
                  <option key={unit}>{unit}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
      </Rule>
      <Rule title="Risk" hint="Requests judged at this level or worse are refused.">
        <Field label="Refuse from">
          {(attributes) => (
            <select
              {...attributes}
              className="select narrow"
              value={draft.blockAt}
              onChange={({ target }) => onChange({ ...draft, blockAt: target.value as PolicyDraft['blockAt'] })}
            >
              <option value="">no level</option>
              {LEVELS.map((level) => (
                <option key={level}>{level}</option>
              ))}
            </select>
          )}
        </Field>
      </Rule>
      <Rule
        title="Approvals"
        hint="Permits included."
        on={approvals.on}
        onToggle={(on) => onChange({ ...draft, approvals: { ...approvals, on } })}
      >
        <Tick
          label="Refuse unlimited approvals"
          on={approvals.forbidUnlimited}
          onToggle={(forbidUnlimited) => onChange({ ...draft, approvals: { ...approvals, forbidUnlimited } })}
        />
        <Tick
          label="Only listed spenders"
          on={approvals.onlyListed}
          onToggle={(onlyListed) => onChange({ ...draft, approvals: { ...approvals, onlyListed } })}
        />
        {approvals.onlyListed && (
          <Lines
            label="Spenders"
            hint="An address a line; none: no approval at all."
            value={approvals.spenders}
            onText={(spenders) => onChange({ ...draft, approvals: { ...approvals, spenders } })}
          />
        )}
        <TextField
          label="Most at risk by one request"
          hint="US dollars; empty for no limit"
          inputMode="decimal"
          value={approvals.maxUsd}
          onText={(maxUsd) => onChange({ ...draft, approvals: { ...approvals, maxUsd } })}
        />
      </Rule>
      <Rule
        title="Allowed recipients and contracts"
        hint="Everything that is not listed is refused."
        on={allowed.on}
        onToggle={(on) => onChange({ ...draft, allowed: { ...allowed, on } })}
      >
        <Lines
          label="Accounts that may receive"
          hint="An address a line."
          value={allowed.accounts}
          onText={(accounts) => onChange({ ...draft, allowed: { ...allowed, accounts } })}
        />
        <Lines
          label="Contracts that may be called"
          hint="A line each: the address, then the selectors of its functions. No selector: every function. The word payments: plain payments."
          value={allowed.contracts}
          onText={(contracts) => onChange({ ...draft, allowed: { ...allowed, contracts } })}
        />
        {allowed.bounded.map((contract, index) => (
          <p key={contract.address + String(index)} className="row">
            <code>{shortHex(contract.address)}</code> has bounds on arguments, which the API sets.
            <button
              type="button"
              className="button button-small"
              onClick={() =>
                onChange({
                  ...draft,
                  allowed: { ...allowed, bounded: allowed.bounded.filter((one) => one !== contract) },
                })
              }
            >
              Remove
            </button>
          </p>
        ))}
      </Rule>
      <Rule title="Networks" hint="None chosen: every network.">
        <Checks
          legend="May act on"
          options={CHAINS.map((chain) => [chain, chainName(chain)])}
          chosen={draft.networks}
          onChange={(networks) => onChange({ ...draft, networks })}
        />
      </Rule>
      <Rule
        title="Hours"
        hint="Outside of them a request is held until they begin. UTC."
        on={hours.on}
        onToggle={(on) => onChange({ ...draft, hours: { ...hours, on } })}
      >
        <div className="form-grid">
          <TextField
            label="From"
            type="time"
            required
            value={hours.from}
            onText={(from) => onChange({ ...draft, hours: { ...hours, from } })}
          />
          <TextField
            label="To"
            type="time"
            required
            value={hours.to}
            onText={(to) => onChange({ ...draft, hours: { ...hours, to } })}
          />
        </div>
      </Rule>
      <Rule title="Limits of assets" hint="In base units, which need no price.">
        <AssetLimits limits={draft.assetLimits} onChange={(assetLimits) => onChange({ ...draft, assetLimits })} />
      </Rule>
      <Rule title="Signing" hint="Every method and every kind of message that is not chosen is refused.">
        <div className="form-grid">
          <Checks
            legend="Methods"
            options={optionsOf(METHODS, (name) => name)}
            chosen={draft.methods}
            onChange={(methods) => onChange({ ...draft, methods })}
          />
          <Checks
            legend="Messages"
            options={optionsOf(MESSAGES, wordsOf)}
            chosen={draft.messages}
            onChange={(messages) => onChange({ ...draft, messages })}
          />
        </div>
      </Rule>
    </div>
  )
}

function optionsOf<Value extends string>(words: Record<Value, string>, titleOf: (value: Value) => string) {
  return (Object.keys(words) as Value[]).map((value) => {
    const what = (
      <span key={value}>
        {titleOf(value)} <span className="muted">{words[value]}</span>
      </span>
    )
    return [value, what] as const
  })
}

type RuleProps = { title: string; hint: string; on?: boolean; onToggle?: (on: boolean) => void; children: ReactNode }

/** A rule with its controls; one that can be switched off shows them only while it is in force. */
function Rule({ title, hint, on = true, onToggle, children }: RuleProps) {
  return (
    <section className="rule" aria-label={title}>
      <div>
        {onToggle === undefined ? <h3>{title}</h3> : <Tick label={title} on={on} onToggle={onToggle} strong />}
        <p className="muted">{hint}</p>
      </div>
      {on ? <div className="stack">{children}</div> : <p className="muted">Not in force</p>}
    </section>
  )
}

function Tick({
  label,
  on,
  onToggle,
  strong = false,
}: {
  label: string
  on: boolean
  onToggle: (on: boolean) => void
  strong?: boolean
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={({ target }) => onToggle(target.checked)} />
      {strong ? <strong>{label}</strong> : <span>{label}</span>}
    </label>
  )
}

function Lines({
  label,
  hint,
  value,
  onText,
}: {
  label: string
  hint: string
  value: string
  onText: (text: string) => void
}) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="textarea"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}
