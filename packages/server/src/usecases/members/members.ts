import { type Member, mayManage, type Role } from '../../domain/member.ts'
import type { AuditLog } from '../../domain/ports/audit.ts'
import type { KeyStore } from '../../domain/ports/keys.ts'
import type { MemberStore, OneTimeTokens, SessionStore } from '../../domain/ports/members.ts'
import { INVITATION_MS, LINK_MS, type OpenSession } from '../../domain/session.ts'
import { StoreUnavailable } from '../../domain/sourceErrors.ts'
import { ApiError } from '../../errors.ts'

/** A link that signs its member in once. Times are Unix milliseconds. */
export type MemberLink = { token: string; expiresAt: number }

/** Who manages the members of the own account. Every method throws ApiError INSUFFICIENT_ROLE for those not below the own role. */
export type Members = {
  list(open: OpenSession): Promise<Member[]>
  /** Names of an account's members. */
  named(accountId: string): Promise<Pick<Member, 'id' | 'name'>[]>
  /** @throws ApiError CONFLICT when the name is taken, or there are too many. */
  invite(
    open: OpenSession,
    wanted: { name: string; role: Role },
    address: string,
  ): Promise<{ member: Member; link: MemberLink }>
  /** Null: no such member of the account. */
  link(open: OpenSession, memberId: string, address: string): Promise<MemberLink | null>
  /** @throws ApiError CONFLICT for the last owner. */
  setRole(open: OpenSession, memberId: string, role: Role, address: string): Promise<Member | null>
  /** @returns how many keys were revoked, with `revokeKeys`; null: no such member. @throws ApiError CONFLICT for the last owner. */
  remove(
    open: OpenSession,
    memberId: string,
    revokeKeys: boolean,
    address: string,
  ): Promise<{ keysRevoked: number } | null>
}

type Ports = {
  members: MemberStore
  sessions: SessionStore
  oneTimeTokens: OneTimeTokens
  keys: Pick<KeyStore, 'revokeDescendants'>
  audit: AuditLog
  now(): number
}

const LAST_OWNER = 'This is the last owner of the account; make another member an owner first.'

export function createMembers({ members, oneTimeTokens, keys, audit, now }: Ports): Members {
  const tell = (
    { member, account }: OpenSession,
    action: 'member.invited' | 'member.changed' | 'member.removed' | 'link.created',
    address: string,
    subject: string,
    detail: string,
  ) => {
    const actor = { kind: 'member' as const, id: member.id, name: member.name }
    return audit.add({ accountId: account.id, at: now(), actor, address, action, subject, detail })
  }

  const linkFor = async (memberId: string, lifetime: number): Promise<MemberLink> => {
    const at = now()
    const expiresAt = at + lifetime
    return { token: await oneTimeTokens.create({ purpose: 'link', memberId, expiresAt, now: at }), expiresAt }
  }

  /** The member, if it is below the role of who asks. */
  const managed = async ({ member, account }: OpenSession, memberId: string): Promise<Member | null> => {
    const other = await members.get(account.id, memberId)
    if (other !== null) requireRank(member.role, other.role)
    return other
  }

  return {
    list: ({ account }) => members.list(account.id),
    named: (accountId) => members.list(accountId),
    async invite(open, { name, role }, address) {
      requireRank(open.member.role, role)
      const wanted = { accountId: open.account.id, name, role, now: now() }
      const member = await members.create(wanted).catch((error: unknown) => {
        if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
        throw error
      })
      await tell(open, 'member.invited', address, member.id, `${name}, ${role}`)
      return { member, link: await linkFor(member.id, INVITATION_MS) }
    },
    async link(open, memberId, address) {
      const other = await managed(open, memberId)
      if (other === null) return null
      await tell(open, 'link.created', address, other.id, other.name)
      return linkFor(other.id, LINK_MS)
    },
    async setRole(open, memberId, role, address) {
      const other = await managed(open, memberId)
      if (other === null) return null
      requireRank(open.member.role, role)
      const changed = await members.setRole(open.account.id, memberId, role)
      if (changed === 'last-owner') throw new ApiError('CONFLICT', { detail: LAST_OWNER })
      if (changed !== null) await tell(open, 'member.changed', address, other.id, `${other.role} → ${role}`)
      return changed
    },
    async remove(open, memberId, revokeKeys, address) {
      const other = await managed(open, memberId)
      if (other === null) return null
      const removed = await members.remove(open.account.id, memberId)
      if (removed === 'last-owner') throw new ApiError('CONFLICT', { detail: LAST_OWNER })
      if (removed === null) return null
      const revoked = revokeKeys
        ? await Promise.all(
            (['live', 'test'] as const).map((environment) =>
              keys.revokeDescendants(open.account.id, environment, memberId),
            ),
          )
        : []
      const keysRevoked = revoked.reduce((sum, count) => sum + count, 0)
      const detail = `${other.name}, ${other.role}; ${keysRevoked} keys revoked`
      // It is done, also where the disk is full and nothing but revocations can be written.
      await tell(open, 'member.removed', address, other.id, detail).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
      })
      return { keysRevoked }
    },
  }
}

function requireRank(role: Role, other: Role): void {
  if (mayManage(role, other)) return
  throw new ApiError('INSUFFICIENT_ROLE', { role, limit: `does not manage members of the role ${other}; ask an owner` })
}
