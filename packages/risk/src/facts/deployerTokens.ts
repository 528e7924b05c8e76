import type { Address } from '../address.ts'

/** Whether a pool of a V2 exchange holds liquidity: `removed` means that all but the locked minimum of its LP tokens was burned. */
export type DeployerToken = { address: Address; pool: Address | null; liquidity: 'none' | 'there' | 'removed' }

/** Other tokens that a contract's deployer created itself, found by its nonces. */
export type DeployerTokens = {
  deployer: Address
  /** Transactions that it sent, and how many of them were looked at, newest first. */
  transactions: number
  examined: number
  tokens: DeployerToken[]
}
