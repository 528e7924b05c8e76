import type { Chain } from '@redoubt/risk/chain.ts'
import { NETWORKS } from '../../../chains/index.ts'

/** Name of the rules a block of that number and Unix time is executed under, as anvil's `--hardfork` spells it. */
export function hardforkAt(chain: Chain, number: bigint, timestamp: bigint): string {
  const fork = NETWORKS[chain].forks.find(({ from }) =>
    'timestamp' in from ? timestamp >= from.timestamp : number >= from.number,
  )
  return fork?.name ?? 'london'
}

/** Most gas one transaction may ask for: 2^24 from Osaka on (EIP-7825), else only the block's limit. */
export function transactionGasCap(hardfork: string): bigint | null {
  return hardfork === 'osaka' ? 16_777_216n : null
}
