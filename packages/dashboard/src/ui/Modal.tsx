import * as Dialog from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  wide?: boolean
  children: ReactNode
}

/**
 * A window over the page that keeps the focus. There is no `Dialog.Overlay`: it would insert a style element, which the content policy
 * refuses. The backdrop is an element of our own.
 */
export function Modal({ open, onClose, title, description, wide = false, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <div className="backdrop" aria-hidden="true" />
        <Dialog.Content
          className={wide ? 'modal modal-wide' : 'modal'}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <Dialog.Title className="modal-title">{title}</Dialog.Title>
          {description !== undefined && <Dialog.Description className="muted">{description}</Dialog.Description>}
          {children}
          <Dialog.Close className="icon-button modal-close" aria-label="Close">
            <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
              <path d="M4 4l8 8M12 4l-8 8" stroke="currentColor" strokeWidth="1.5" />
            </svg>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Asks before something that cannot be undone; `danger`: something ends by it. */
export function Confirm({
  open,
  onClose,
  title,
  action,
  busy,
  danger = true,
  onConfirm,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  action: string
  busy: boolean
  danger?: boolean
  onConfirm: () => void
  children: ReactNode
}) {
  return (
    <Modal open={open} onClose={onClose} title={title}>
      {children}
      <div className="modal-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className={`button ${danger ? 'button-danger' : 'button-primary'}`}
          disabled={busy}
          onClick={onConfirm}
        >
          {action}
        </button>
      </div>
    </Modal>
  )
}
