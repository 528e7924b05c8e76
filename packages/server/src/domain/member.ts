import type { Scope } from './apiKey.ts'
import type { Plan } from './plan.ts'

/** What a member of an account may do in the dashboard, the most first. */
export const ROLES = ['owner', 'admin', 'analyst', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** A person who signs in to the dashboard of one account. Sign-in names are unique in the service. Times are Unix milliseconds. */
export type Member = {
  id: string
  accountId: string
  name: string
  role: Role
  hasPassword: boolean
  passkeys: number
  createdAt: number
  /** Null: never signed in. */
  lastSignInAt: number | null
}

/** The account of a member, as sessions need it. */
export type MemberAccount = { id: string; name: string; plan: Plan; operator: boolean }

const READS: readonly Scope[] = ['scan:read', 'risk:read', 'wallet:read']

/** Scopes of a role for one request. `safe`: it changes nothing (RFC 9110, 9.2.1), so it may also read what only others change. */
export function scopesOf(role: Role, safe: boolean): Scope[] {
  if (role === 'owner' || role === 'admin') return ['admin']
  if (safe) return [...READS, 'webhooks:write']
  return role === 'analyst' ? [...READS] : []
}

/** Whether a member of one role may invite, change and remove members of another: owners all, admins those below them. */
export function mayManage(role: Role, other: Role): boolean {
  return role === 'owner' || (role === 'admin' && ROLES.indexOf(other) > ROLES.indexOf('admin'))
}

/** Members of one account. */
export const MAX_MEMBERS = 100

/** Passkeys of one member. */
export const MAX_PASSKEYS = 10

/** Characters of a password. */
export const MIN_PASSWORD = 12
export const MAX_PASSWORD = 256
const MIN_DIFFERENT = 5

/** Why a password is refused, as the end of "expected …"; null when it may be used. */
export function passwordProblem(password: string, name: string): string | null {
  if (new Set(password).size < MIN_DIFFERENT) return `at least ${MIN_DIFFERENT} different characters`
  const bare = password.toLowerCase().replaceAll(name.toLowerCase(), '')
  return bare.length < MIN_PASSWORD / 2 ? 'a password that is not made of your sign-in name' : null
}
