import type { AskedPayments } from '../askedPayments.ts'
import type { Environment } from '../environment.ts'
import type { KeptPayments, ScanRecord } from '../scanRecord.ts'

/**
 * `maxBytes`: of kept scans of its account and environment; beyond it the oldest are deleted. Absent: no bound. `payments`: of a
 * message that would pay, for the sums of its origin.
 * `verdict`: as a file.
 */
export type NewScan = ScanRecord & { maxBytes?: number; payments?: KeptPayments | null; verdict?: string | null }

export type ScanRecords = {
  /** Answers the id under which it is kept: the record's, or a new one when an earlier scan has that. */
  add(record: NewScan): Promise<string>
  get(accountId: string, environment: Environment, requestId: string): Promise<ScanRecord | null>
  /** The verdict of a scan as a file; null: none is kept. */
  verdict(accountId: string, environment: Environment, requestId: string): Promise<string | null>
  /** What messages of one origin asked one wallet to pay, as far as their scans are kept; newest first. */
  asked(query: {
    accountId: string
    environment: Environment
    subject: string
    origin: string
    limit: number
  }): Promise<AskedPayments[]>
  /** The scans of messages of one wallet, as far as they are kept; newest first. */
  messagesOf(query: {
    accountId: string
    environment: Environment
    subject: string
    limit: number
  }): Promise<ScanRecord[]>
  /** Newest first; `cursor` is what the previous page returned. @throws RangeError when it is not. */
  list(query: {
    accountId: string
    environment: Environment
    limit: number
    cursor: string | null
  }): Promise<{ records: ScanRecord[]; nextCursor: string | null }>
}
