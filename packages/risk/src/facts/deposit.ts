import type { Hex } from '../address.ts'
import type { Evidence, Severity } from '../engine/finding.ts'
import type { Simulation, StateDiff } from './execution.ts'
import type { PaymentCoverage } from './paymentCoverage.ts'
import type { Transaction } from './transaction.ts'

/** A payment into a contract by an account that was given the funds for it. */
export type DepositTrial = {
  /** A user made the call lately; false: it was made up from the code. */
  repeated: boolean
  transaction: Transaction
  /** What the transaction did. Its diff also has the words of `funded` that stayed the same. */
  simulation: Simulation
  /** The account's funds and approvals before it, each word as its own change. */
  funded: StateDiff
  /** The function by which a stranger withdraws the payer's approved tokens, after he paid them in as his own; null: none was found. */
  strangerTake: Hex | null
  /** Functions that, executed, take tokens of the payer once more and pay the payer nothing: the next month of a subscription. */
  takesAgain: readonly Hex[]
}

/** A payment into a contract, judged by the rules of a transaction scan for what its owner can take back. */
export type JudgedDeposit = {
  /** Null: plain coins. */
  selector: Hex | null
  signature: string | null
  repeated: boolean
  /** It brought tokens of the contract itself, and an executed withdrawal there paid all but a fee back. */
  redeemed?: true
  /** Users made the call lately, but it was refused whenever it was repeated: nothing is known of what becomes of the payment. */
  refused?: true
  /** Functions that can pay, and what was not seen of them. */
  payments?: PaymentCoverage
  /** What the rules found, worst first. `isSale`: neither the call nor another function promises the payment back. */
  findings: {
    id: string
    title: string
    severity: Severity
    description: string
    evidence: Evidence
    isSale: boolean
  }[]
}
