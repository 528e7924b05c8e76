import { type FormEvent, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { type Session, useAskSession, useNewSession } from '../../api/session.ts'
import { Field } from '../../ui/Field.tsx'
import { Name } from '../../ui/Name.tsx'
import { Failure } from '../../ui/states.tsx'
import { signInByLink, signInByPasskey, signInByPassword } from './signIn.ts'

/** Passkey, password, or the token of a link, which is in the fragment and therefore in no log. */
export default function SignInPage() {
  const [path, navigate] = useLocation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const [busy, setBusy] = useState(false)
  const { data: session, isPending } = useAskSession()
  const renew = useNewSession()
  const [token, setToken] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'))

  useEffect(() => {
    document.title = 'Sign in · Redoubt'
  }, [])

  async function enter(signIn: () => Promise<Session>): Promise<void> {
    setError(null)
    setBusy(true)
    try {
      await renew(await signIn())
      if (path === '/sign-in') navigate('/', { replace: true })
    } catch (failure) {
      setError(failure as Error)
    } finally {
      setBusy(false)
    }
  }

  function enterByLink(given: string): void {
    // A link is good once, so it is used once.
    setToken(null)
    void enter(() => signInByLink(given))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when it is known who is signed in.
  useEffect(() => {
    if (token === null || isPending) return
    history.replaceState(null, '', location.pathname)
    if (!session) enterByLink(token)
  }, [isPending])

  // A stranger who sends a link could sign a person in to the stranger's account, and read there what that person enters.
  if (session && token !== null)
    return (
      <main className="sign-in">
        <div className="sign-in-card">
          <h1>Sign in as someone else?</h1>
          <p>
            You are signed in as <Name text={session.member.name} /> of <Name text={session.account.name} />. This link
            may sign you in to another account. Use it only if you asked for it.
          </p>
          <button type="button" className="button button-primary" onClick={() => navigate('/', { replace: true })}>
            Stay signed in
          </button>
          <button type="button" className="button" onClick={() => enterByLink(token)}>
            Use the link
          </button>
        </div>
      </main>
    )
  if (session && path === '/sign-in' && !busy && error === null) return <Redirect to="/" replace />
  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    void enter(() => signInByPassword(name, password))
  }
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <h1>Sign in to Redoubt</h1>
        {error !== null && <Failure error={error} />}
        <form className="form" onSubmit={onSubmit}>
          <Field label="Name">
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                autoComplete="username webauthn"
                required
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Field label="Password">
            {(attributes) => (
              <input
                {...attributes}
                className="input"
                type="password"
                autoComplete="current-password"
                required
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            )}
          </Field>
          <button type="submit" className="button button-primary" disabled={busy}>
            Sign in
          </button>
        </form>
        <button type="button" className="button" disabled={busy} onClick={() => void enter(signInByPasskey)}>
          Sign in with a passkey
        </button>
        <p className="muted">
          No password yet? The first start of the service prints a link. <code>redoubt dashboard link</code> prints
          another.
        </p>
      </div>
    </main>
  )
}
