import type { Chain } from '@redoubt/risk/chain.ts'

/**
 * The keyless public JSON-RPC endpoints that viem lists for a network, for operators who configured none.
 * Loaded on demand: viem's chain list takes 0.2 s to import and most servers never need it.
 */
export async function publicEndpoints(chain: Chain): Promise<string[]> {
  const { bsc, mainnet, polygon } = await import('viem/chains')
  const known = { ethereum: mainnet, bsc, polygon }
  return [...known[chain].rpcUrls.default.http]
}
