import type { ReactNode } from 'react'
import { Address } from '../../ui/Address.tsx'
import { amountText, wordsOf } from '../../ui/format.ts'
import { Hex, TransactionHash } from '../../ui/Hex.tsx'
import { Name } from '../../ui/Name.tsx'

const MAX_DEPTH = 5
const MAX_ITEMS = 20
const LONG_HEX = 66

/** Evidence of a rule: any JSON. Its names are of the rule, its texts may be a stranger's. */
export function Evidence({
  value,
  chain,
  depth = 0,
}: {
  value: unknown
  chain: string | null
  depth?: number
}): ReactNode {
  if (value === null || value === undefined) return <span className="muted">unknown</span>
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return <Text text={value} chain={chain} />
  if (depth >= MAX_DEPTH) return <Name text={JSON.stringify(value)} max={200} />
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="muted">none</span>
    return (
      <ul className="evidence-list">
        {value.slice(0, MAX_ITEMS).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: evidence has no ids and does not change.
          <li key={index}>
            <Evidence value={item} chain={chain} depth={depth + 1} />
          </li>
        ))}
        {value.length > MAX_ITEMS && <li className="muted">and {value.length - MAX_ITEMS} more</li>}
      </ul>
    )
  }
  const members = Object.entries(value as object)
  if (members.length === 0) return <span className="muted">No further evidence.</span>
  return (
    <dl className="evidence">
      {members.map(([name, member]) => (
        <div key={name}>
          <dt>
            <Name text={/^[a-z]+([A-Z-][a-z]*)*$/.test(name) ? wordsOf(name) : name} max={60} />
          </dt>
          <dd>
            <Evidence value={member} chain={chain} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Text({ text, chain }: { text: string; chain: string | null }) {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return <Address address={text} chain={chain} />
  if (/^0x[0-9a-f]{64}$/i.test(text)) return <TransactionHash hash={text} />
  if (/^0x[0-9a-f]+$/i.test(text) && text.length > LONG_HEX) return <Hex text={text} />
  if (/^-?\d+(\.\d+)?$/.test(text)) return amountText(text)
  return <Name text={text} max={300} />
}
