import { Field } from './Field.tsx'
import { CHAINS, type Chain, chainName } from './format.ts'

type Props = { value: Chain | ''; onChange: (chain: Chain | '') => void; all?: string; small?: boolean }

/** The choice of a network. @param all what no network means; without it one must be chosen. @param small beside a box, without a label of its own. */
export function NetworkSelect({ value, onChange, all, small = false }: Props) {
  const select = (attributes: object, className: string) => (
    <select
      {...attributes}
      className={className}
      value={value}
      onChange={({ target }) => onChange(target.value as Chain | '')}
    >
      {all !== undefined && <option value="">{all}</option>}
      {CHAINS.map((name) => (
        <option key={name} value={name}>
          {chainName(name)}
        </option>
      ))}
    </select>
  )
  if (small) return select({ 'aria-label': 'Network' }, 'select select-small')
  return <Field label="Network">{(attributes) => select(attributes, 'select narrow')}</Field>
}
