import { passwordProblem } from '../../domain/member.ts'
import type { Passkey, RelyingParty } from '../../domain/ports/members.ts'
import { CHALLENGE_MS, FRESH_SESSION_MS, type OpenSession, type Session } from '../../domain/session.ts'
import { ApiError } from '../../errors.ts'
import type { NewSignIn, SignInPorts, SigningIn } from './signIn.ts'

/** What members do to their own ways in. */
export type OwnAccess = {
  sessions(open: OpenSession): Promise<Session[]>
  /** False when the member has no such session. */
  endSession(open: OpenSession, sessionId: string, address: string): Promise<boolean>
  /** Ends all sessions of the member and opens a new one. @throws ApiError SIGN_IN_FAILED for a wrong `current`. */
  changePassword(
    open: OpenSession,
    given: { current: string | null; password: string },
    browser: SigningIn,
  ): Promise<NewSignIn>
  passkeys(open: OpenSession): Promise<Passkey[]>
  passkeyOptions(open: OpenSession, party: RelyingParty): Promise<object>
  addPasskey(
    open: OpenSession,
    given: { name: string; response: object },
    party: RelyingParty,
    address: string,
  ): Promise<Passkey>
  removePasskey(open: OpenSession, id: string, address: string): Promise<boolean>
}

export function createOwnAccess(ports: SignInPorts): OwnAccess {
  const { members, sessions, passkeys, oneTimeTokens, audit, hasher, ceremony, now } = ports

  const tell = (
    { member, account }: OpenSession,
    action: 'session.ended' | 'password.changed' | 'passkey.added' | 'passkey.removed',
    address: string,
    subject: string,
    detail = '',
  ) => {
    const actor = { kind: 'member' as const, id: member.id, name: member.name }
    return audit.add({ accountId: account.id, at: now(), actor, address, action, subject, detail })
  }

  /** Who finds a session open may use it, but not make it last: new ways in need a sign-in of just now. */
  const requireFresh = ({ session, member }: OpenSession) => {
    if (session.createdAt + FRESH_SESSION_MS > now()) return
    const minutes = FRESH_SESSION_MS / 60_000
    throw new ApiError('INSUFFICIENT_ROLE', {
      role: member.role,
      limit: `allows this only within ${minutes} minutes of signing in; sign in again`,
    })
  }

  return {
    sessions: ({ member }) => sessions.list(member.id, now()),
    async endSession(open, sessionId, address) {
      const ended = await sessions.end(open.member.id, sessionId)
      if (ended) await tell(open, 'session.ended', address, sessionId)
      return ended
    },
    async changePassword(open, { current, password }, browser) {
      const { member, session } = open
      const problem = passwordProblem(password, member.name)
      if (problem !== null) throw new ApiError('VALIDATION_ERROR', { detail: `body.password: expected ${problem}` })
      const kept = await members.passwordHash(member.id)
      const byLink = session.method === 'link' && session.createdAt + FRESH_SESSION_MS > now()
      if (kept === null) requireFresh(open)
      else if (!byLink) {
        if (current === null)
          throw new ApiError('VALIDATION_ERROR', { detail: 'body.current: missing, expected your present password' })
        if (!(await hasher.verify(current, kept)))
          throw new ApiError('SIGN_IN_FAILED', { detail: 'body.current: this is not your present password.' })
      }
      await members.setPassword(member.id, await hasher.hash(password))
      await sessions.endOthers(member.id, null)
      await oneTimeTokens.withdraw('link', member.id)
      const { address, userAgent } = browser
      const { method } = session
      const signedIn = await sessions.create({ memberId: member.id, method, address, userAgent, now: now() })
      await tell(open, 'password.changed', address, member.id)
      return signedIn
    },
    passkeys: ({ member }) => passkeys.list(member.id),
    async passkeyOptions(open, party) {
      requireFresh(open)
      const { member } = open
      const at = now()
      const expiresAt = at + CHALLENGE_MS
      const purpose = 'passkey-challenge' as const
      const token = await oneTimeTokens.create({ purpose, memberId: member.id, expiresAt, now: at })
      return ceremony.registrationOptions(token, member, await passkeys.list(member.id), party)
    },
    async addPasskey(open, { name, response }, party, address) {
      requireFresh(open)
      const { member } = open
      const isExpected = async (challenge: string) =>
        (await oneTimeTokens.take('passkey-challenge', challenge, now()))?.memberId === member.id
      const verified = await ceremony.verifyRegistration(response, party, isExpected)
      if (verified === null)
        throw new ApiError('VALIDATION_ERROR', {
          detail: 'body.response: expected the answer of an authenticator to the options of the last five minutes',
        })
      const passkey = { ...verified, memberId: member.id, name, createdAt: now() }
      await passkeys.add(passkey).catch((error: unknown) => {
        if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
        throw error
      })
      await tell(open, 'passkey.added', address, passkey.id, name)
      return { ...passkey, lastUsedAt: null }
    },
    async removePasskey(open, id, address) {
      const removed = await passkeys.remove(open.member.id, id)
      if (removed) await tell(open, 'passkey.removed', address, id)
      return removed
    },
  }
}
