import type { AuditEntry } from '../auditEntry.ts'

export type AuditLog = {
  add(entry: Omit<AuditEntry, 'id'>): Promise<void>
  /** Newest first. @throws RangeError for a cursor that is none. */
  list(page: { accountId: string; limit: number; cursor: string | null }): Promise<{
    entries: AuditEntry[]
    nextCursor: string | null
  }>
}
