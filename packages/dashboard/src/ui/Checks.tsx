import type { ReactNode } from 'react'

type Props<Value extends string> = {
  legend: string
  /** Every value that can be chosen, with what it means. */
  options: readonly (readonly [value: Value, what: ReactNode])[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}

/** A group of boxes of which any number is ticked. */
export function Checks<Value extends string>({ legend, options, chosen, onChange }: Props<Value>) {
  return (
    <fieldset className="stack scopes">
      <legend className="legend">{legend}</legend>
      {options.map(([value, what]) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
            }
          />
          <span>{what}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The name of a choice as the API has it, and what it means. */
export function Choice({ name, what }: { name: string; what: string }) {
  return (
    <>
      <code>{name}</code> <span className="muted">{what}</span>
    </>
  )
}
