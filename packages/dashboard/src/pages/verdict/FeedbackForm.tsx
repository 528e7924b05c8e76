import type { api } from '@redoubt/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { Field } from '../../ui/Field.tsx'
import { Failure } from '../../ui/states.tsx'
import { AppealOutcome, CLAIMS, type Claim } from './AppealOutcome.tsx'

type Props = {
  entity: string
  chain: string | null
  /** The disputed scan, which is judged anew; null where it cannot be, as for sites. */
  appealed: string | null
  onDone: () => void
}

/** Says that a verdict is wrong. A case of one block is judged anew at once. */
export function FeedbackForm({ entity, chain, appealed, onDone }: Props) {
  const [type, setType] = useState<'false_positive' | 'false_negative'>('false_positive')
  const [note, setNote] = useState('')
  const [claims, setClaims] = useState<readonly Claim[]>([])
  const give = useChange(() =>
    client.feedback.give(
      {
        entity,
        type,
        ...(chain === null ? {} : { chain: chain as 'ethereum' }),
        ...(note === '' ? {} : { note }),
        ...(appealed === null ? {} : { appeal: { requestId: appealed, claims: [...claims] } }),
      },
      { timeoutMs: 90_000 },
    ),
  )
  if (give.isSuccess) return <Given feedback={give.data} onDone={onDone} />
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        give.mutate(undefined)
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
      {appealed !== null && (
        <fieldset className="stack scopes">
          <legend className="legend">What is new</legend>
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
          <p className="muted">Each is looked up. The scan is made again at the newest block either way.</p>
        </fieldset>
      )}
      <Field label="Reason" hint="Links and transactions help the operator to decide.">
        {(attributes) => (
          <textarea
            {...attributes}
            className="textarea"
            maxLength={2_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {give.error && <Failure error={give.error} />}
      <div className="modal-actions">
        <button type="submit" className="button button-primary" disabled={give.isPending}>
          {give.isPending && appealed !== null ? 'Judging anew…' : 'Send'}
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
