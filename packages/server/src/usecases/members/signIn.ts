import type { AuditAction } from '../../domain/auditEntry.ts'
import type { Member } from '../../domain/member.ts'
import type { AuditLog } from '../../domain/ports/audit.ts'
import type {
  MemberStore,
  OneTimeTokens,
  PasskeyCeremony,
  PasskeyStore,
  PasswordHasher,
  RelyingParty,
  SessionStore,
} from '../../domain/ports/members.ts'
import { CHALLENGE_MS, type OpenSession, type SignInMethod } from '../../domain/session.ts'
import { ApiError } from '../../errors.ts'

/** What is known of a browser that signs in. `replaces`: token of the session that it had. */
export type SigningIn = { address: string; userAgent: string; replaces: string | null }

/** A new session and its secret, which is given away once. */
export type NewSignIn = { token: string; opened: OpenSession }

export type SignInPorts = {
  members: MemberStore
  sessions: SessionStore
  passkeys: PasskeyStore
  oneTimeTokens: OneTimeTokens
  audit: AuditLog
  hasher: PasswordHasher
  ceremony: PasskeyCeremony
  now(): number
}

export type SignIn = {
  /** @throws ApiError SIGN_IN_FAILED, as the others. */
  byLink(token: string, browser: SigningIn): Promise<NewSignIn>
  byPassword(name: string, password: string, browser: SigningIn): Promise<NewSignIn>
  passkeyOptions(party: RelyingParty): Promise<object>
  byPasskey(response: { id: string }, party: RelyingParty, browser: SigningIn): Promise<NewSignIn>
}

const UNKNOWN = { id: '', name: 'unknown name', accountId: '' }

const REFUSED = 'The name or the password is wrong.'
const LINK_REFUSED = 'This link was used already, or is over. Ask for a new one: redoubt dashboard link.'
const PASSKEY_REFUSED = 'This passkey could not be verified, or is not known here.'

/** Who may open a session. Each sign-in makes a new secret and ends the session that the browser had before. */
export function createSignIn(ports: SignInPorts): SignIn {
  const { members, sessions, passkeys, oneTimeTokens, hasher, ceremony, now } = ports

  const open = async (memberId: string, method: SignInMethod, browser: SigningIn): Promise<NewSignIn> => {
    if (browser.replaces !== null) await sessions.endByToken(browser.replaces)
    const { address, userAgent } = browser
    const signedIn = await sessions.create({ memberId, method, address, userAgent, now: now() })
    const { member, account, session } = signedIn.opened
    await tell('session.opened', { ...member, accountId: account.id }, browser, session.id, method)
    return signedIn
  }

  const tell = (
    action: AuditAction,
    { id, name, accountId }: Pick<Member, 'id' | 'name' | 'accountId'>,
    { address }: SigningIn,
    subject: string,
    detail: string,
  ) => {
    const stranger = action === 'session.refused'
    const actor = { kind: stranger ? ('stranger' as const) : ('member' as const), id: stranger ? null : id, name }
    return ports.audit.add({ accountId, at: now(), actor, address, action, subject, detail })
  }

  return {
    async byLink(token, browser) {
      const taken = await oneTimeTokens.take('link', token, now())
      if (taken === null || taken.memberId === null) throw new ApiError('SIGN_IN_FAILED', { detail: LINK_REFUSED })
      // The others were for the same sign-in: one that lies about in a log opens nothing any more.
      await oneTimeTokens.withdraw('link', taken.memberId)
      return open(taken.memberId, 'link', browser)
    },
    async byPassword(name, password, browser) {
      const found = await members.findByName(name)
      const right = await hasher.verify(password, found?.passwordHash ?? null)
      if (found === null || !right) {
        // An unknown name is written down too, of no account and without the name: the time must not tell the two apart.
        await tell('session.refused', found?.member ?? UNKNOWN, browser, found?.member.id ?? '', 'password')
        throw new ApiError('SIGN_IN_FAILED', { detail: REFUSED })
      }
      return open(found.member.id, 'password', browser)
    },
    async passkeyOptions(party) {
      const at = now()
      const expiresAt = at + CHALLENGE_MS
      const token = await oneTimeTokens.create({ purpose: 'sign-in-challenge', memberId: null, expiresAt, now: at })
      return ceremony.signInOptions(token, party)
    },
    async byPasskey(response, party, browser) {
      const passkey = await passkeys.find(response.id)
      const isExpected = async (challenge: string) =>
        (await oneTimeTokens.take('sign-in-challenge', challenge, now())) !== null
      const verified = passkey && (await ceremony.verifySignIn(response, passkey, party, isExpected))
      if (!verified || !(await passkeys.used(passkey.id, verified.counter, now())))
        throw new ApiError('SIGN_IN_FAILED', { detail: PASSKEY_REFUSED })
      return open(passkey.memberId, 'passkey', browser)
    },
  }
}
