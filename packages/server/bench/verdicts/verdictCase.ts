import type { Stage } from './stage.ts'

/** Endpoint that a case asks. */
export type ScanKind = 'transaction' | 'message' | 'contract'

/** One question of the bench. Ids of attacks end in x or y, ids of honest ones in h or i. */
export type VerdictCase = {
  id: string
  /** What is signed, sent or asked about. */
  what: string
  /** A transaction unless given. */
  scan?: ScanKind
  /** Attacks that cannot be executed: REVIEW is right as well, always or where the answer names an unknown fact. */
  reviewAccepted?: 'always' | 'with an unknown fact'
  /** Deploys the contracts and gives them other users; a month passes afterwards. */
  prepare?: (stage: Stage) => Promise<unknown>
  /** Runs after that month. */
  beforeScan?: (stage: Stage) => Promise<unknown>
  /** Body of the scan without `options`; `chain` is Ethereum. */
  body: (stage: Stage) => object | Promise<object>
}

/** Tells attacks from honest cases. */
export function isAttack({ id }: Pick<VerdictCase, 'id'>): boolean {
  return /[xy]$/.test(id)
}
