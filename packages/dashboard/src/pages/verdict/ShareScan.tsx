import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useChange } from '../../api/useChange.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { timeText } from '../../ui/format.ts'
import { Modal } from '../../ui/Modal.tsx'
import { Failure } from '../../ui/states.tsx'

/** A link with which anyone reads one kept scan until it expires. */
export function ShareScan({ requestId }: { requestId: string }) {
  const [open, setOpen] = useState(false)
  const share = useChange(() => client.scans.share(requestId))
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Share
      </button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title="Share this scan"
        description="Anyone with the link can read the input and the result of this scan, without signing in, until the link expires."
      >
        {share.error && <Failure error={share.error} />}
        {share.data ? (
          <>
            <div className="secret">
              <code>{share.data.url}</code>
              <CopyButton text={share.data.url} what="link" shown="Copy" />
            </div>
            <p className="muted">Expires {timeText(share.data.expiresAt)}.</p>
          </>
        ) : (
          <div className="modal-actions">
            <button
              type="button"
              className="button button-primary"
              disabled={share.isPending}
              onClick={() => share.mutate(undefined)}
            >
              Create link
            </button>
          </div>
        )}
      </Modal>
    </>
  )
}
