import { type ReactNode, useEffect } from 'react'

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode }

/** Heading and body of a page; the title of the window is the heading. */
export function Page({ title, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Redoubt`
  }, [title])
  return (
    <div className="page">
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p className="muted">{lead}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
