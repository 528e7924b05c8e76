import type { Environment } from './environment.ts'

/** What an account says against a verdict, and what an operator made of it. Times are Unix milliseconds. */
export type Feedback = {
  id: string
  accountId: string
  environment: Environment
  keyId: string
  /** Canonical: an EIP-55 address, a URL without credentials and fragment, a hash. */
  entity: string
  entityType: 'address' | 'url' | 'transaction'
  /** Null: every network. */
  chain: string | null
  type: 'false_positive' | 'false_negative'
  note: string
  status: 'open' | 'accepted' | 'rejected'
  /** Who decided: an account id, `member:NAME` or `cli:USER`. */
  resolvedBy: string | null
  resolvedAt: number | null
  /** The operator's words. */
  resolution: string | null
  /** The kept case judged anew; null: no case was named. */
  appeal: Appeal | null
  createdAt: number
}
/** New facts that an appeal can name. */
export const APPEAL_CLAIMS = ['verified-source', 'timelock', 'role-change'] as const
export type AppealClaim = (typeof APPEAL_CLAIMS)[number]

/** A verdict on a case. `at`: ISO 8601. */
export type CaseVerdict = {
  riskScore: number
  riskLevel: string
  recommendation: string
  complete: boolean
  rulesetVersion: string
  blockNumber: string | null
  at: string
}
export type ComparedFinding = { id: string; severity: string; title: string }
/** Whether a claim holds in the new answer, and held in the earlier one; null: the answer does not say. */
export type ClaimCheck = { claim: AppealClaim; holds: boolean | null; held: boolean | null }

/** A kept scan that was judged anew because its verdict is disputed. */
export type Appeal = {
  /** The scan that is disputed, and the new one. `rejudgedAs` null: it is not kept. */
  requestId: string
  rejudgedAs: string | null
  kind: 'transaction' | 'message' | 'contract'
  before: CaseVerdict
  after: CaseVerdict
  /** Findings that are no longer there, that are new, and whose severity is another. */
  gone: ComparedFinding[]
  come: ComparedFinding[]
  changed: (ComparedFinding & { was: string })[]
  /** False: the rules changed in between, and part of the difference may be theirs. */
  sameRules: boolean
  claims: ClaimCheck[]
}

/** Feedback as it is given: open, and undecided. */
export type NewFeedback = Omit<Feedback, 'id' | 'status' | 'resolvedBy' | 'resolvedAt' | 'resolution' | 'appeal'> & {
  appeal?: Appeal | null
}

export type FeedbackDecision = {
  status: 'accepted' | 'rejected'
  /** Why; shown with the override of the entity. */
  note: string
  /** What an entity that was taken for harmless is accused of; null otherwise. */
  label: Accusation | null
  /** Also a host that strangers share. */
  wholeHost: boolean
  /** Although it was given with a test key: the override holds for live scans too. */
  ofTestKey: boolean
  /** Who decides: an account id, `member:NAME` or `cli:USER`. */
  actor: string
}

/** Labels that accuse. A list with one of them can never clear an entry, and a denial says one of them. */
export const ACCUSATIONS = ['scammer', 'hacker', 'phishing', 'scam', 'malware', 'mixer', 'sanctioned'] as const
export type Accusation = (typeof ACCUSATIONS)[number]

/** Open reports of an account. */
export const MAX_OPEN_FEEDBACK = 1_000
/** Rejected feedback is kept this long. Accepted feedback explains an override, and is kept. */
export const REJECTED_FEEDBACK_KEPT_MS = 400 * 86_400_000
