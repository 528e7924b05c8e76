import { UsageError } from '../usageError.ts'

/** Networks that this client knows by their EIP-155 id; the service may know more by name. */
const CHAINS = { 1: 'ethereum', 56: 'bsc', 137: 'polygon', 8453: 'base', 42161: 'arbitrum', 10: 'optimism' } as const

export type Chain = (typeof CHAINS)[keyof typeof CHAINS]

export const CHAIN_NAMES: readonly Chain[] = Object.values(CHAINS)

export const DEFAULT_CHAIN: Chain = 'ethereum'

/** @throws UsageError */
export function chainOfId(chainId: number): Chain {
  const chain = (CHAINS as Readonly<Record<number, Chain>>)[chainId]
  if (chain !== undefined) return chain
  throw new UsageError(`The network ${chainId} is not known to this client; name it with --chain.`)
}
