import type { Address } from './address.ts'
import type { Movements } from './derive/shapes.ts'
import type { Account } from './facts/account.ts'
import type { BalanceChange } from './facts/changes.ts'
import type { SignedIntent } from './facts/signedIntent.ts'
import type { SignedMessage } from './facts/signedMessage.ts'
import type { WorstCaseExecution } from './facts/worstCaseExecution.ts'

// What a signature allows its holder, and what that costs the signer.

/** Facts of a message scan beyond those a transaction scan has. */
export type MessageFacts = {
  message: SignedMessage
  /** What the signature allows; empty when no known permission is in the message. */
  intents: SignedIntent[]
  worstCaseExecutions: WorstCaseExecution[]
  /** What the signer loses and gains in the worst case of the signature, over all executions. */
  worstCase: Movements
  /** Rows of the worst case, the signer's first. */
  worstCaseChanges: BalanceChange[]
  /** Accounts that the intents name (spenders, takers, receivers, delegates, verifiers), by address. */
  named: Record<Address, Account>
  /** Unlisted tokens among them that carry the symbol of a well-known token. */
  imitations: Address[]
}
