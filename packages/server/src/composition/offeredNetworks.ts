import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { byChain, NETWORKS } from '../chains/index.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../errors.ts'
import { isSandboxChain, SANDBOX_CHAINS } from '../sandbox/canonical.ts'

type Environment = 'live' | 'test'

/** The networks that keys of an environment may name. */
export type OfferedNetworks = {
  in(environment: Environment): readonly Chain[]
  /** @throws ApiError VALIDATION_ERROR that says what to do instead. */
  require(environment: Environment, chain: Chain): void
  /** Endpoints of each network, first choice first; empty: the network is not offered. */
  rpcUrls: Record<Chain, readonly string[]>
}

/** Live keys have the networks with an RPC endpoint, configured or public; `svc_test_` keys have those of the sandbox. */
export function createOfferedNetworks(configured: Config['rpcUrls']): OfferedNetworks {
  const rpcUrls = byChain((chain) =>
    configured[chain].length > 0 ? configured[chain] : NETWORKS[chain].rpc.publicUrls,
  )
  const live = CHAINS.filter((chain) => rpcUrls[chain].length > 0)
  return {
    rpcUrls,
    in: (environment) => (environment === 'live' ? live : SANDBOX_CHAINS),
    require(environment, chain) {
      if (environment === 'live' ? rpcUrls[chain].length > 0 : isSandboxChain(chain)) return
      const detail =
        environment === 'live'
          ? `chain: ${chain} is not offered by this server; its operator must set ${NETWORKS[chain].rpc.variable}. Offered: ${live.join(', ')}`
          : `chain: the sandbox has no ${chain}; use one of ${SANDBOX_CHAINS.join(', ')}, or a svc_live_ key`
      throw new ApiError('VALIDATION_ERROR', { detail })
    },
  }
}
