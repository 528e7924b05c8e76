import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  hint?: ReactNode
  error?: string | null
  children: (attributes: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ReactNode
}

/** A label, its control, and what the control expects or what is wrong with it. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId()
  const note = `${id}-note`
  const hasNote = hint !== undefined || Boolean(error)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(hasNote ? { 'aria-describedby': note } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {hasNote && (
        <p id={note} className={error ? 'field-error' : 'muted'}>
          {error || hint}
        </p>
      )}
    </div>
  )
}
