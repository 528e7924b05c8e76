import type { Member, MemberAccount } from './member.ts'

/** How a session was opened. */
export const SIGN_IN_METHODS = ['link', 'password', 'passkey'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** A signed-in browser of one member. Times are Unix milliseconds. */
export type Session = {
  id: string
  method: SignInMethod
  /** Client address and browser at sign-in. */
  address: string
  userAgent: string
  createdAt: number
  lastSeenAt: number
  /** Absolute end. */
  expiresAt: number
}

/** A session and whose it is, as they are now. */
export type OpenSession = { session: Session; member: Pick<Member, 'id' | 'name' | 'role'>; account: MemberAccount }

const HOUR = 3_600_000

/** After so long without a request a session is over. */
export const SESSION_IDLE_MS = 12 * HOUR
/** After so long it is over in any case. */
export const SESSION_MAX_MS = 7 * 24 * HOUR
/** Last uses are written once in so long. */
export const SESSION_SEEN_MS = 60_000
/** Sessions of one member; the longest unused end first. */
export const MAX_SESSIONS = 20
/** In so long after sign-in, ways to sign in may be added and changed. */
export const FRESH_SESSION_MS = HOUR / 2

/** A link that an operator or a member asked for. */
export const LINK_MS = HOUR / 4
/** The link of an invitation. */
export const INVITATION_MS = 72 * HOUR
/** A passkey ceremony. */
export const CHALLENGE_MS = 5 * 60_000
