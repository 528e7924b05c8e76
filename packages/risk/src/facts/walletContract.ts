import type { Address } from '../address.ts'
import type { Account } from './account.ts'

/** Structure of a contract account, where its code proves it; null for accounts of keys and precompiles. */
export type WalletContract =
  | {
      type: 'safe'
      version: string
      owners: Address[]
      threshold: number
      modules: Address[]
      /** Null: none. */
      guard: Address | null
      /** Since 1.5.0: looks at what modules do. */
      moduleGuard: Address | null
      fallbackHandler: Address | null
      /** False: it has more owners or modules than these. */
      complete: boolean
    }
  /** `complete` false: it may have more modules than these. */
  | { type: 'smart-account'; name: string; implementation: Address; modules: Address[]; complete: boolean }
  | { type: 'delegated'; delegate: Account }
  | { type: 'contract' }

/** Code that a wallet built as a contract obeys, or asks before it acts. */
export type WalletExtension = { role: 'module' | 'guard' | 'module guard' | 'fallback handler'; account: Account }
