import type {
  DeletePasskeyResult,
  EndSessionResult,
  LinkSignInRequest,
  ListPasskeysResult,
  ListSessionsResult,
  OwnPasswordRequest,
  Passkey,
  PasskeyOptions,
  PasskeyRequest,
  PasskeySignInRequest,
  PasswordSignInRequest,
  Session,
  SignOutResult,
} from '../api.generated.ts'
import { path } from '../http/path.ts'
import type { CallOptions, Transport } from '../http/transport.ts'

/** Signing in to the dashboard, for pages of the service itself: the session is a cookie, which no script sees. */
export function sessionMethods({ call }: Transport) {
  return {
    /** Who is signed in, and the CSRF token of the session. */
    get(options?: CallOptions) {
      return call<Session>({ method: 'GET', path: '/v1/session' }, options)
    },
    /** With a link, which is good once. */
    signInByLink(body: LinkSignInRequest, options?: CallOptions) {
      return call<Session>({ method: 'POST', path: '/v1/session/link', body, effect: 'once' }, options)
    },
    signInByPassword(body: PasswordSignInRequest, options?: CallOptions) {
      return call<Session>({ method: 'POST', path: '/v1/session/password', body, effect: 'once' }, options)
    },
    /** Options for `navigator.credentials.get`. */
    startPasskeySignIn(options?: CallOptions) {
      return call<PasskeyOptions>({ method: 'POST', path: '/v1/session/passkey/options' }, options)
    },
    signInByPasskey(body: PasskeySignInRequest, options?: CallOptions) {
      return call<Session>({ method: 'POST', path: '/v1/session/passkey/verify', body, effect: 'once' }, options)
    },
    signOut(options?: CallOptions) {
      return call<SignOutResult>({ method: 'DELETE', path: '/v1/session' }, options)
    },
    /** Your sessions, newest first. */
    list(options?: CallOptions) {
      return call<ListSessionsResult>({ method: 'GET', path: '/v1/session/list' }, options)
    },
    /** Ends one of your sessions. */
    end(id: string, options?: CallOptions) {
      return call<EndSessionResult>({ method: 'DELETE', path: path`/v1/session/${id}` }, options)
    },
    /** Ends all your sessions and opens a new one for this browser: its CSRF token is new. */
    setPassword(body: OwnPasswordRequest, options?: CallOptions) {
      return call<Session>({ method: 'PUT', path: '/v1/members/me/password', body, effect: 'once' }, options)
    },
    /** Your passkeys, newest first. */
    passkeys(options?: CallOptions) {
      return call<ListPasskeysResult>({ method: 'GET', path: '/v1/members/me/passkeys' }, options)
    },
    /** Options for `navigator.credentials.create`. */
    startPasskey(options?: CallOptions) {
      return call<PasskeyOptions>({ method: 'POST', path: '/v1/members/me/passkeys/options' }, options)
    },
    addPasskey(body: PasskeyRequest, options?: CallOptions) {
      return call<Passkey>({ method: 'POST', path: '/v1/members/me/passkeys/verify', body, effect: 'once' }, options)
    },
    deletePasskey(id: string, options?: CallOptions) {
      return call<DeletePasskeyResult>({ method: 'DELETE', path: path`/v1/members/me/passkeys/${id}` }, options)
    },
  }
}
