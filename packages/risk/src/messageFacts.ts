import type { Movements } from './derive/shapes.ts'
import type { SignedIntent } from './facts/signedIntent.ts'
import type { SignedMessage } from './facts/signedMessage.ts'
import type { WorstCaseExecution } from './facts/worstCaseExecution.ts'
import type { Address, Facts } from './facts.ts'

// What a signature allows whoever holds it, and what that costs.

/** Facts of a message scan beyond those a transaction scan has. */
export type MessageFacts = {
  message: SignedMessage
  /** What the signature allows; empty when the message allows nothing that is known of. */
  intents: SignedIntent[]
  worstCaseExecutions: WorstCaseExecution[]
  /** What the signer loses and gains when the worst is done with the signature: of all worst-case executions together. */
  worstCase: Movements
  /** Rows of the worst case, the signer's first. */
  worstCaseChanges: Facts['balanceChanges']
  /** Accounts that the intents name (spenders, takers, receivers, delegates, verifiers), by address. */
  named: Facts['counterparties']
  /** Tokens among them that no registry lists and that carry the symbol of one that everybody knows. */
  imitations: Address[]
}
