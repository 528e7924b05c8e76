import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { AddressSpelling } from '@redoubt/risk/facts/transaction.ts'

export type WalletApprovalsInput = {
  chain: Chain
  /** Lower case. */
  address: Address
  spelling: AddressSpelling
  /** Entries of a page. */
  limit: number
  /** `nextCursor` of the page before; null: from the beginning, at the newest block. */
  cursor: string | null
  /** Only these classes; null: all. */
  risk: readonly RiskLevel[] | null
  /** Milliseconds. */
  deadlineMs: number
}
