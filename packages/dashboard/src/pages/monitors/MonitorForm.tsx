import type { api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { keptChain } from '../../subject/keptChain.ts'
import { Field } from '../../ui/Field.tsx'
import type { Chain } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { Failure } from '../../ui/states.tsx'

type Monitoring = api.Monitor['monitoring']

const WATCHED: readonly [keyof Monitoring, string][] = [
  ['incomingTransactions', 'Incoming transfers'],
  ['outgoingTransactions', 'Outgoing transfers'],
  ['tokenApprovals', 'Approvals'],
  ['nftTransfers', 'Collectibles'],
  ['contractInteractions', 'Calls of contracts'],
]
const DEFAULT_MONITORING: Monitoring = {
  incomingTransactions: true,
  outgoingTransactions: true,
  tokenApprovals: true,
  nftTransfers: true,
  contractInteractions: false,
}

/** Creates a monitor, or replaces the settings of one. */
export function MonitorForm({ monitor, onClose }: { monitor: api.Monitor | null; onClose: () => void }) {
  const [address, setAddress] = useState(monitor?.address ?? '')
  const [chain, setChain] = useState<Chain>(monitor?.chain ?? keptChain())
  const [monitoring, setMonitoring] = useState(monitor?.monitoring ?? DEFAULT_MONITORING)
  const [threshold, setThreshold] = useState(String(monitor?.alerts.largeTransfer.threshold ?? 10_000))
  const [riskThreshold, setRiskThreshold] = useState(String(monitor?.alerts.suspiciousActivity.riskThreshold ?? 60))
  const save = useChange(
    (body: api.MonitorRequest): Promise<api.Monitor> =>
      monitor === null ? client.monitors.create(body) : client.monitors.replace(monitor.id, body),
    { onDone: onClose },
  )
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    save.mutate({
      address: address.trim(),
      chain,
      monitoring,
      alerts: {
        largeTransfer: { enabled: threshold !== '', ...(threshold === '' ? {} : { threshold: Number(threshold) }) },
        newApproval: { enabled: true, notifyUnlimited: true },
        suspiciousActivity: {
          enabled: riskThreshold !== '',
          ...(riskThreshold === '' ? {} : { riskThreshold: Number(riskThreshold) }),
        },
      },
    })
  }
  return (
    <Modal open onClose={onClose} title={monitor === null ? 'Watch an address' : 'Change the monitor'}>
      <form className="form" onSubmit={onSubmit}>
        <Field label="Address">
          {(attributes) => (
            <input
              {...attributes}
              className="input"
              required
              spellCheck={false}
              placeholder="0x"
              value={address}
              onChange={({ target }) => setAddress(target.value)}
            />
          )}
        </Field>
        <NetworkSelect value={chain} onChange={(next) => next !== '' && setChain(next)} />
        <fieldset className="stack scopes">
          <legend className="legend">Events of</legend>
          {WATCHED.map(([name, title]) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={monitoring[name]}
                onChange={({ target }) => setMonitoring({ ...monitoring, [name]: target.checked })}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <div className="form-grid">
          <Field label="Large transfer from" hint="US dollars; empty for no alert.">
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                inputMode="decimal"
                value={threshold}
                onChange={({ target }) => setThreshold(target.value)}
              />
            )}
          </Field>
          <Field label="Suspicious from risk" hint="0 to 100; empty for no alert.">
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                inputMode="numeric"
                value={riskThreshold}
                onChange={({ target }) => setRiskThreshold(target.value)}
              />
            )}
          </Field>
        </div>
        {save.error && <Failure error={save.error} />}
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={save.isPending}>
            Save
          </button>
        </div>
      </form>
    </Modal>
  )
}
