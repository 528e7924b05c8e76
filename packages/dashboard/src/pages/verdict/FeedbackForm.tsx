import type { api } from '@redoubt/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { Field } from '../../ui/Field.tsx'
import { Failure } from '../../ui/states.tsx'
import { AppealOutcome, CLAIMS, type Claim } from './AppealOutcome.tsx'

type Props = {
  /** What the report is about, if the person names nothing else; empty: the person has to. */
  entity: string
  chain: string | null
  /** The disputed scan, which is judged anew; null where it cannot be, as for sites. */
  appealed: string | null
  /** Only scans of contracts say who holds power. */
  hasClaims: boolean
  onDone: () => void
}

/** Says that a verdict is wrong. A case of one block is judged anew at once. */
export function FeedbackForm({ entity, chain, appealed, hasClaims, onDone }: Props) {
  const [about, setAbout] = useState(entity)
  const [again, setAgain] = useState(true)
  const [type, setType] = useState<'false_positive' | 'false_negative'>('false_positive')
  const [note, setNote] = useState('')
  const [claims, setClaims] = useState<readonly Claim[]>([])
  const scansAgain = appealed !== null && again
  const give = useMutation({
    mutationFn: () =>
      client.feedback.give(
        {
          entity: about.trim(),
          type,
          ...(chain === null ? {} : { chain: chain as 'ethereum' }),
          ...(note === '' ? {} : { note }),
          ...(scansAgain ? { appeal: { requestId: appealed, claims: [...claims] } } : {}),
        },
        { timeoutMs: 90_000 },
      ),
  })
  if (give.isSuccess) return <Given feedback={give.data} onDone={onDone} />
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        give.mutate()
      }}
    >
      <fieldset className="stack scopes">
        <legend className="legend">The verdict is</legend>
        <label className="check">
          <input
            type="radio"
            name="type"
            checked={type === 'false_positive'}
            onChange={() => setType('false_positive')}
          />
          too strict: it is not dangerous
        </label>
        <label className="check">
          <input
            type="radio"
            name="type"
            checked={type === 'false_negative'}
            onChange={() => setType('false_negative')}
          />
          too mild: it is dangerous
        </label>
      </fieldset>
      <Field label="About" hint="Address, URL or hash. An accepted report holds for every account of this service.">
        {(attributes) => (
          <input
            {...attributes}
            className="input"
            required
            spellCheck={false}
            value={about}
            onChange={({ target }) => setAbout(target.value)}
          />
        )}
      </Field>
      {appealed !== null && (
        <label className="check">
          <input type="checkbox" checked={again} onChange={({ target }) => setAgain(target.checked)} />
          Scan it again at the newest block, and show what changed
        </label>
      )}
      {scansAgain && hasClaims && (
        <fieldset className="stack scopes">
          <legend className="legend">Facts that changed</legend>
          {Object.entries(CLAIMS).map(([claim, words]) => (
            <label key={claim} className="check">
              <input
                type="checkbox"
                checked={claims.includes(claim as Claim)}
                onChange={({ target }) =>
                  setClaims(target.checked ? [...claims, claim as Claim] : claims.filter((one) => one !== claim))
                }
              />
              {words}
            </label>
          ))}
          <p className="muted">The new scan checks each.</p>
        </fieldset>
      )}
      <Field label="Reason" hint="Links and transactions help the operator to decide.">
        {(attributes) => (
          <textarea
            {...attributes}
            className="textarea"
            maxLength={1_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {give.error && <Failure error={give.error} />}
      <div className="modal-actions">
        <button type="submit" className="button button-primary" disabled={give.isPending}>
          {give.isPending && scansAgain ? 'Scanning again…' : 'Send'}
        </button>
      </div>
    </form>
  )
}

function Given({ feedback: { id, appeal }, onDone }: { feedback: api.GivenFeedback; onDone: () => void }) {
  return (
    <>
      {appeal !== undefined && <AppealOutcome of={appeal} />}
      <p>The operator reads it in the feedback queue. Its id is {id}.</p>
      <div className="modal-actions">
        {appeal?.rejudgedAs != null && (
          <Link className="button" href={`/scans/${appeal.rejudgedAs}`} onClick={onDone}>
            New scan
          </Link>
        )}
        <button type="button" className="button button-primary" onClick={onDone}>
          Close
        </button>
      </div>
    </>
  )
}
