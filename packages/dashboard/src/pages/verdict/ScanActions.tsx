import { useContext, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { SessionContext } from '../../api/session.ts'
import { Modal } from '../../ui/Modal.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { ShareScan } from './ShareScan.tsx'
import { SignedVerdict } from './SignedVerdict.tsx'

type Props = {
  /** Of the answer, under which the scan is kept; null while unknown. */
  requestId: string | null
  /** For reports and feedback; null where there is none, as for a text without a contract. */
  entity: string | null
  chain: string | null
  report?: boolean
  /** A case of one block, which can be recorded and judged anew; null for others. */
  repeatable?: { witness?: { kept: boolean }; contractDetails?: object } | null
  /** A message or a creation has no entity of its own: the person names one. */
  unnamed?: boolean
}

/** What can be done with a verdict: link, share, report, record, object. */
export function ScanActions({ requestId, entity, chain, report = true, repeatable = null, unnamed = false }: Props) {
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
      {requestId !== null && repeatable !== null && (
        <SignedVerdict requestId={requestId} kept={repeatable.witness?.kept === true} />
      )}
      {entity !== null && report && (
        <Link className="button" href={`/report?${query}`}>
          Report
        </Link>
      )}
      {(entity !== null || unnamed) && (
        <>
          <button type="button" className="button" onClick={() => setFeedback(true)}>
            Wrong verdict?
          </button>
          <Modal open={feedback} onClose={() => setFeedback(false)} title="Report a wrong verdict">
            <FeedbackForm
              entity={entity ?? ''}
              chain={chain}
              appealed={repeatable === null ? null : requestId}
              hasClaims={repeatable?.contractDetails !== undefined}
              onDone={() => setFeedback(false)}
            />
          </Modal>
        </>
      )}
    </>
  )
}
