/** Everything that is written into the audit log. */
export const AUDIT_ACTIONS = [
  'session.opened',
  'session.refused',
  'session.ended',
  'link.created',
  'password.changed',
  'passkey.added',
  'passkey.removed',
  'member.invited',
  'member.changed',
  'member.removed',
  'key.created',
  'key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'monitor.created',
  'monitor.changed',
  'monitor.deleted',
  'policy.changed',
  'policy.deleted',
  'rpc_token.created',
  'rpc_token.revoked',
  'held_transaction.approved',
  'held_transaction.cancelled',
  'scan.shared',
  'scan.share_revoked',
  'feedback.decided',
  'override.set',
  'override.removed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Who did it: a member, an API key, the operator's command line, or a stranger who could not sign in. */
export const AUDIT_ACTORS = ['member', 'key', 'command-line', 'stranger'] as const

/** Who, when, from where, what. Holds no secret. */
export type AuditEntry = {
  id: string
  accountId: string
  /** Unix milliseconds. */
  at: number
  actor: { kind: (typeof AUDIT_ACTORS)[number]; id: string | null; name: string }
  /** Client address; null for the command line. */
  address: string | null
  action: AuditAction
  /** Id of what it was done to; empty where there is none. */
  subject: string
  /** A few words. */
  detail: string
}

/** Entries of an account; the oldest are deleted first. */
export const MAX_AUDIT_ENTRIES = 10_000
export const AUDIT_KEPT_MS = 400 * 86_400_000
