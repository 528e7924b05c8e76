import type { AskedPayment } from './askedPayments.ts'
import type { Environment } from './environment.ts'

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

/** What a scanned message would pay, kept beside the scan so that an origin's payments can be summed. */
export type KeptPayments = {
  /** Scheme, host and port. */
  origin: string
  /** EIP-712 digest of the message. */
  digest: string
  payments: AskedPayment[]
}
