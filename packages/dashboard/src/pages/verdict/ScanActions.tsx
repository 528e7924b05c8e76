import { useContext, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { client } from '../../api/client.ts'
import { SessionContext } from '../../api/session.ts'
import { useChange } from '../../api/useChange.ts'
import { Field } from '../../ui/Field.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { Failure } from '../../ui/states.tsx'
import { ShareScan } from './ShareScan.tsx'

type Props = {
  /** Of the answer, under which the scan is kept; null while unknown. */
  requestId: string | null
  /** For reports and feedback; null where there is none, as for a transaction that was not sent. */
  entity: string | null
  chain: string | null
  report?: boolean
}

/** What can be done with a verdict: link, share, report, object. */
export function ScanActions({ requestId, entity, chain, report = true }: Props) {
  const [path] = useLocation()
  const signedIn = useContext(SessionContext) !== null
  const [feedback, setFeedback] = useState(false)
  const query = new URLSearchParams({ entity: entity ?? '', ...(chain === null ? {} : { chain }) })
  if (!signedIn) return null
  return (
    <>
      {requestId !== null && path !== `/scans/${requestId}` && (
        <Link className="button" href={`/scans/${requestId}`}>
          Kept scan
        </Link>
      )}
      {requestId !== null && <ShareScan requestId={requestId} />}
      {entity !== null && report && (
        <Link className="button" href={`/report?${query}`}>
          Report
        </Link>
      )}
      {entity !== null && (
        <>
          <button type="button" className="button" onClick={() => setFeedback(true)}>
            Wrong verdict?
          </button>
          <Modal open={feedback} onClose={() => setFeedback(false)} title="Report a wrong verdict">
            <FeedbackForm entity={entity} chain={chain} onDone={() => setFeedback(false)} />
          </Modal>
        </>
      )}
    </>
  )
}

function FeedbackForm({ entity, chain, onDone }: { entity: string; chain: string | null; onDone: () => void }) {
  const [type, setType] = useState<'false_positive' | 'false_negative'>('false_positive')
  const [note, setNote] = useState('')
  const give = useChange(() =>
    client.feedback.give({
      entity,
      type,
      ...(chain === null ? {} : { chain: chain as 'ethereum' }),
      ...(note === '' ? {} : { note }),
    }),
  )
  if (give.isSuccess)
    return (
      <>
        <p>The operator reads it in the feedback queue. Its id is {give.data.id}.</p>
        <div className="modal-actions">
          <button type="button" className="button button-primary" onClick={onDone}>
            Close
          </button>
        </div>
      </>
    )
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
          Send
        </button>
      </div>
    </form>
  )
}
