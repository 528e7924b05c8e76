import type { Member, Role } from '../member.ts'
import type { OpenSession, Session, SignInMethod } from '../session.ts'

export type NewMember = { accountId: string; name: string; role: Role; now: number }

export type MemberStore = {
  /** @throws RangeError when the name is taken, or the account has as many members as it may. */
  create(member: NewMember): Promise<Member>
  get(accountId: string, memberId: string): Promise<Member | null>
  /** Oldest first. */
  list(accountId: string): Promise<Member[]>
  /** For signing in, whatever the account. */
  findByName(name: string): Promise<{ member: Member; passwordHash: string | null } | null>
  passwordHash(memberId: string): Promise<string | null>
  setPassword(memberId: string, passwordHash: string): Promise<void>
  /** Null: no such member of the account. `'last-owner'`: the account would have no owner, so nothing was changed. */
  setRole(accountId: string, memberId: string, role: Role): Promise<Member | 'last-owner' | null>
  /** Removes a member with its sessions, links and passkeys. As `setRole`. */
  remove(accountId: string, memberId: string): Promise<Member | 'last-owner' | null>
  /** Whether any member of any account has ever signed in. */
  anySignedIn(): Promise<boolean>
}

export type NewSession = {
  memberId: string
  method: SignInMethod
  address: string
  userAgent: string
  now: number
}

export type SessionStore = {
  /** The token is returned once; only its hash is kept. Ends the longest unused where the member has too many. */
  create(session: NewSession): Promise<{ token: string; opened: OpenSession }>
  /** Null for an unknown token, and a session that is over. @param seen whether this is a use, which keeps it from ending idle. */
  find(token: string, now: number, seen: boolean): Promise<OpenSession | null>
  /** Of one member, newest first, without those that are over. */
  list(memberId: string, now: number): Promise<Session[]>
  end(memberId: string, sessionId: string): Promise<boolean>
  /** Ends a session by its token, if there is one. */
  endByToken(token: string): Promise<void>
  /** All of a member but one. */
  endOthers(memberId: string, exceptId: string | null): Promise<number>
}

/** What a one-time token is for. */
export type OneTimePurpose = 'link' | 'sign-in-challenge' | 'passkey-challenge'

/** Tokens that are good once; only their hashes are kept. */
export type OneTimeTokens = {
  /** `memberId` null: for any member. `expiresAt` null: until it is used. */
  create(token: {
    purpose: OneTimePurpose
    memberId: string | null
    expiresAt: number | null
    now: number
  }): Promise<string>
  /** Takes a token: of several who try at once, one is answered. Null: unknown, used or over. */
  take(purpose: OneTimePurpose, token: string, now: number): Promise<{ memberId: string | null } | null>
  /** Withdraws every one of a member. */
  withdraw(purpose: OneTimePurpose, memberId: string): Promise<void>
}

/** A public key credential (WebAuthn). Times are Unix milliseconds. */
export type Passkey = {
  /** Credential id, base64url. */
  id: string
  memberId: string
  name: string
  /** COSE key, base64url. */
  publicKey: string
  /** Signature counter; 0 where the authenticator has none. */
  counter: number
  transports: string[]
  createdAt: number
  lastUsedAt: number | null
}

export type PasskeyStore = {
  /** @throws RangeError when the credential is known already, or the member has as many as it may. */
  add(passkey: Omit<Passkey, 'lastUsedAt'>): Promise<void>
  find(id: string): Promise<Passkey | null>
  /** Newest first. */
  list(memberId: string): Promise<Passkey[]>
  /** False when the counter did not grow meanwhile where it should. */
  used(id: string, counter: number, now: number): Promise<boolean>
  remove(memberId: string, id: string): Promise<boolean>
}

/** Hashes passwords off the event loop. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** With `null` it takes as long and is false: who asks learns nothing from the time. */
  verify(password: string, hash: string | null): Promise<boolean>
}

/** The service as a relying party: its origin, as browsers send it, and its host name. */
export type RelyingParty = { origin: string; host: string }

/** The two ceremonies of passkeys. `response`: JSON of a browser's credential. */
export type PasskeyCeremony = {
  registrationOptions(
    challenge: string,
    member: { id: string; name: string },
    known: readonly Passkey[],
    party: RelyingParty,
  ): Promise<object>
  /** Null when it does not verify. */
  verifyRegistration(
    response: object,
    party: RelyingParty,
    isExpected: (challenge: string) => Promise<boolean>,
  ): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null>
  signInOptions(challenge: string, party: RelyingParty): Promise<object>
  verifySignIn(
    response: object,
    passkey: Passkey,
    party: RelyingParty,
    isExpected: (challenge: string) => Promise<boolean>,
  ): Promise<{ counter: number } | null>
}
