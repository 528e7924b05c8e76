import { ApiError, type api } from '@redoubt/client'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import type { Chain } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { Failure } from '../../ui/states.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { AccusationSelect } from './AccusationSelect.tsx'
import type { Accusation } from './accusations.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i
const MAX_NOTE = 120

type Props = { override: api.IntelOverride | null; value?: string; onClose: () => void }

/** Allows or denies one thing, or says anew of one what stands. @param value to begin with. */
export function OverrideForm({ override, value: given = '', onClose }: Props) {
  const [value, setValue] = useState(override?.value ?? given)
  const [chain, setChain] = useState<Chain | ''>((override?.chain as Chain | null) ?? '')
  const [verdict, setVerdict] = useState<'allow' | 'deny'>(override?.verdict ?? 'allow')
  const [label, setLabel] = useState<Accusation>((override?.label as Accusation | null) ?? 'phishing')
  const [note, setNote] = useState(override?.note ?? '')
  const [wholeHost, setWholeHost] = useState(false)
  const save = useChange((body: api.IntelOverrideRequest) => client.intel.setOverride(body), { onDone: onClose })
  const isAddress = ADDRESS.test(value.trim())
  const reachesFar = save.error instanceof ApiError && /wholeHost/.test(save.error.message)

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    save.mutate({
      value: value.trim(),
      verdict,
      note: note.trim(),
      wholeHost,
      chain: isAddress && chain !== '' ? chain : null,
      label: verdict === 'deny' ? label : null,
    })
  }
  return (
    <Modal
      open
      onClose={onClose}
      title={override === null ? 'Add an override' : 'Change the override'}
      description="It holds for every account of this service, in both environments."
    >
      <form className="form" onSubmit={onSubmit}>
        <TextField
          label="Address, host or URL"
          required
          readOnly={override !== null}
          spellCheck={false}
          value={value}
          onText={setValue}
        />
        {isAddress && override === null && <NetworkSelect value={chain} onChange={setChain} all="All networks" />}
        <fieldset className="stack scopes">
          <legend className="legend">Verdict</legend>
          <label className="check">
            <input type="radio" name="verdict" checked={verdict === 'allow'} onChange={() => setVerdict('allow')} />
            <span>
              Allow <span className="muted">lists accuse it no longer; sanctions and its behaviour still count</span>
            </span>
          </label>
          <label className="check">
            <input type="radio" name="verdict" checked={verdict === 'deny'} onChange={() => setVerdict('deny')} />
            <span>
              Deny <span className="muted">every scan accuses it</span>
            </span>
          </label>
        </fieldset>
        {verdict === 'deny' && <AccusationSelect value={label} onChange={setLabel} />}
        <TextField
          label="Note"
          hint={`Why, in at most ${MAX_NOTE} characters. Kept in the log of changes.`}
          required
          maxLength={MAX_NOTE}
          value={note}
          onText={setNote}
        />
        {(reachesFar || wholeHost) && (
          <label className="check">
            <input type="checkbox" checked={wholeHost} onChange={({ target }) => setWholeHost(target.checked)} />
            <span>
              The whole host <span className="muted">every page of it, also those of strangers</span>
            </span>
          </label>
        )}
        {save.error && <Failure error={save.error} />}
        <div className="modal-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button button-primary" disabled={save.isPending}>
            Save override
          </button>
        </div>
      </form>
    </Modal>
  )
}
