import { Field } from '../../ui/Field.tsx'
import { ACCUSATIONS, type Accusation } from './accusations.ts'

export function AccusationSelect({ value, onChange }: { value: Accusation; onChange: (label: Accusation) => void }) {
  return (
    <Field label="Label">
      {(attributes) => (
        <select
          {...attributes}
          className="select"
          value={value}
          onChange={({ target }) => onChange(target.value as Accusation)}
        >
          {ACCUSATIONS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
