import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from './Field.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> & {
  label: string
  hint?: ReactNode
  error?: string | null
  value: string
  onText: (text: string) => void
}

/** A line of text with its label. */
export function TextField({ label, hint, error = null, value, onText, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...attributes}
          {...input}
          className="input"
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  )
}
