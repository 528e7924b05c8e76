import { type ReactNode, useId } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'

type Props = { title: string; note?: ReactNode; actions?: ReactNode; flush?: boolean; children: ReactNode }

/** A titled part of a page, which fails by itself; `flush` lets a table reach its edges. */
export function Panel({ title, note, actions, flush = false, children }: Props) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className="muted">{note}</span>}
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      <div className={flush ? 'panel-flush' : 'panel-body'}>
        <ErrorBoundary>{children}</ErrorBoundary>
      </div>
    </section>
  )
}

/** Names and values. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode] | null | false)[] }) {
  return (
    <dl className="facts">
      {rows
        .filter((row) => row !== null && row !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
