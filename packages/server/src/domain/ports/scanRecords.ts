import type { EntityJudgement } from '../../usecases/reports/entityJudgement.ts'
import type { ScorePoint } from '../../usecases/reports/scoreHistory.ts'
import type { Environment } from './keys.ts'
import type { WebhookOwner } from './webhooks.ts'

/** A kept scan: what was asked, what was answered, by which rules. */
export type ScanRecord = {
  requestId: string
  accountId: string
  environment: Environment
  keyId: string
  kind: 'url' | 'contract' | 'wallet' | 'transaction' | 'message'
  chain: string
  subject: string
  riskScore: number
  riskLevel: string
  rulesetVersion: string
  /** Compact JSON: the body as it was sent, without members no schema knows; it can be sent again. */
  input: string
  result: string
  createdAt: number
}

export type ScanRecords = {
  /** Answers the id under which it is kept: the record's, or a new one when an earlier scan has that. */
  add(record: ScanRecord): Promise<string>
  get(accountId: string, environment: Environment, requestId: string): Promise<ScanRecord | null>
  /** Newest first; `cursor` is what the previous page returned. @throws RangeError when it is not. */
  list(query: {
    accountId: string
    environment: Environment
    limit: number
    cursor: string | null
  }): Promise<{ records: ScanRecord[]; nextCursor: string | null }>
}

/** What an entity scored for one account: the last of each UTC day and ruleset is kept. */
export type EntityScorePoint = ScorePoint

export type EntityScores = { put(point: EntityScorePoint): Promise<void> }

/** A scan was judged and its score is kept: who watches the entity may be told. Answers at once. */
export type OnScored = (judged: EntityJudgement, owner: WebhookOwner) => void
