import { CopyButton } from './CopyButton.tsx'
import { Modal } from './Modal.tsx'

type Props = { title: string; description: string; secret: string; what: string; onClose: () => void }

/** A secret that the service tells once, to be copied before the window is closed. */
export function ShownOnce({ title, description, secret, what, onClose }: Props) {
  return (
    <Modal open onClose={onClose} title={title} description={description}>
      <div className="secret">
        <code>{secret}</code>
        <CopyButton text={secret} what={what} shown="Copy" />
      </div>
      <div className="modal-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          I have copied it
        </button>
      </div>
    </Modal>
  )
}
