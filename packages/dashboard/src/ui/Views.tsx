import * as Tabs from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'

export type View = { id: string; title: string; count?: number | undefined; body: () => ReactNode }

/** Views of one subject, one at a time; the chosen one is part of the page's address. */
export function Views({ label, views }: { label: string; views: readonly (View | null | false)[] }) {
  const shown = views.filter((view) => view !== null && view !== false)
  const [search, setSearch] = useSearchParams()
  const asked = search.get('view')
  const chosen = shown.find(({ id }) => id === asked)?.id ?? shown[0]?.id ?? ''
  const choose = (id: string) =>
    setSearch(
      (members) => {
        members.set('view', id)
        return members
      },
      { replace: true },
    )
  return (
    <Tabs.Root value={chosen} onValueChange={choose} activationMode="manual">
      <Tabs.List className="tabs" aria-label={label}>
        {shown.map(({ id, title, count }) => (
          <Tabs.Trigger key={id} value={id} className="tab">
            {title}
            {count !== undefined && <span className="count">{count}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {shown.map(({ id, body }) => (
        <Tabs.Content key={id} value={id} className="view">
          {id === chosen && body()}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
