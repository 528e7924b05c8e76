import * as Dialog from '@radix-ui/react-dialog'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { currentEnvironment } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { TestBar } from '../ui/TestBar.tsx'
import { AccountMenu } from './AccountMenu.tsx'
import { CommandBox } from './CommandBox.tsx'
import { EnvironmentSwitch } from './EnvironmentSwitch.tsx'
import { NAVIGATION } from './navigation.ts'

/** Sidebar, top bar and the page between; on a phone the sidebar is a drawer. */
export function Shell({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const [drawer, setDrawer] = useState(false)
  const environment = currentEnvironment()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer.
  useEffect(() => setDrawer(false), [path])

  return (
    <div className="shell" data-environment={environment}>
      <a className="skip-link" href="#content">
        Skip to the page
      </a>
      <aside className="sidebar">
        <Brand />
        <Places />
      </aside>
      <div className="main">
        <header className="topbar">
          <Dialog.Root open={drawer} onOpenChange={setDrawer}>
            <Dialog.Trigger className="icon-button drawer-button" aria-label="Open the menu">
              <svg viewBox="0 0 16 16" aria-hidden="true" className="icon">
                <path d="M2 4h12M2 8h12M2 12h12" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </Dialog.Trigger>
            <Dialog.Portal>
              <div className="backdrop" aria-hidden="true" />
              <Dialog.Content className="drawer" aria-describedby={undefined}>
                <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
                <Brand />
                <Places />
              </Dialog.Content>
            </Dialog.Portal>
          </Dialog.Root>
          <CommandBox />
          <EnvironmentSwitch />
          <AccountMenu />
        </header>
        {environment === 'test' && <TestBar />}
        <main id="content" className="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  )
}

function Brand() {
  return (
    <Link href="/" className="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path fill="currentColor" d="M4 6h6v4h4V6h4v4h4V6h6v12c0 5-5 8-12 10C9 26 4 23 4 18z" />
      </svg>
      Redoubt
    </Link>
  )
}

function Places() {
  const [path] = useLocation()
  const { operator } = useSession()
  return (
    <nav aria-label="Pages">
      {NAVIGATION.map(({ title, places }) => (
        <div key={title} className="nav-group">
          <h2>{title}</h2>
          <ul>
            {places
              .filter((place) => operator || !place.operator)
              .map((place) => (
                <li key={place.path}>
                  <Link href={place.path} aria-current={isAt(path, place.path) ? 'page' : undefined}>
                    {place.title}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function isAt(path: string, place: string): boolean {
  return path === place || (place !== '/' && path.startsWith(`${place}/`))
}
