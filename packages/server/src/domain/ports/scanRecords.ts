import type { Environment } from '../environment.ts'
import type { ScanRecord } from '../scanRecord.ts'

/** `maxBytes`: of kept scans of its account and environment; beyond it the oldest are deleted. Absent: no bound. */
export type NewScan = ScanRecord & { maxBytes?: number }

export type ScanRecords = {
  /** Answers the id under which it is kept: the record's, or a new one when an earlier scan has that. */
  add(record: NewScan): Promise<string>
  get(accountId: string, environment: Environment, requestId: string): Promise<ScanRecord | null>
  /** Newest first; `cursor` is what the previous page returned. @throws RangeError when it is not. */
  list(query: {
    accountId: string
    environment: Environment
    limit: number
    cursor: string | null
  }): Promise<{ records: ScanRecord[]; nextCursor: string | null }>
}
