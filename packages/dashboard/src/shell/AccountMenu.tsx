import * as Menu from '@radix-ui/react-dropdown-menu'
import { useState } from 'react'
import { client } from '../api/client.ts'
import { useNewSession, useSession } from '../api/session.ts'
import { applyTheme, keptTheme, type Theme } from './theme.ts'

const THEMES: readonly [Theme, string][] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

/** Who is signed in, the theme, and the way out. `modal={false}`: a modal menu inserts a style element, which the policy refuses. */
export function AccountMenu() {
  const { account, member, operator } = useSession()
  const renew = useNewSession()
  const [theme, setTheme] = useState(keptTheme)
  const { name } = member
  const initials = name.slice(0, 2).toUpperCase()
  async function signOut(): Promise<void> {
    await client.session.signOut().catch(() => undefined)
    await renew(null)
  }
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="account-button" aria-label={`${initials}, account of ${name}`}>
        <span aria-hidden="true">{initials}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content className="menu" align="end" sideOffset={8}>
          <div className="menu-head">
            <strong>{name}</strong>
            <span className="muted">
              {account.name} · {account.plan} plan · {operator ? 'operator' : member.role}
            </span>
          </div>
          <Menu.Separator className="menu-line" />
          <Menu.Label className="menu-label">Theme</Menu.Label>
          <Menu.RadioGroup
            value={theme}
            onValueChange={(value) => {
              setTheme(value as Theme)
              applyTheme(value as Theme)
            }}
          >
            {THEMES.map(([value, title]) => (
              <Menu.RadioItem
                key={value}
                value={value}
                className="menu-item"
                onSelect={(event) => event.preventDefault()}
              >
                {title}
                <Menu.ItemIndicator className="menu-mark">
                  <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
                    <path d="M3 8.5 6.5 12 13 4.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
                  </svg>
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Separator className="menu-line" />
          <Menu.Item className="menu-item" asChild>
            <a href="/docs/">Documentation</a>
          </Menu.Item>
          <Menu.Item className="menu-item" onSelect={() => void signOut()}>
            Sign out
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
