import type { Chain } from '@redoubt/risk/chain.ts'
import { arbitrum } from './arbitrum.ts'
import { base } from './base.ts'
import { bsc } from './bsc.ts'
import type { NetworkDefinition } from './definition.ts'
import { ethereum } from './ethereum.ts'
import { optimism } from './optimism.ts'
import { polygon } from './polygon.ts'

/** Every network, in the contract's order; addresses in lower case, as code compares them. `npm run gen` tells risk of it. */
export const NETWORKS: Readonly<Record<Chain, NetworkDefinition>> = lowerCased({
  ethereum,
  bsc,
  polygon,
  base,
  arbitrum,
  optimism,
})

/** Makes one value for each network. */
export function byChain<Value>(of: (chain: Chain) => Value): Record<Chain, Value> {
  return Object.fromEntries(Object.keys(NETWORKS).map((id) => [id, of(id as Chain)])) as Record<Chain, Value>
}

/** Definitions are written in EIP-55, whose checksum finds mistyped digits. */
function lowerCased<Value>(value: Value): Value {
  const lower = (text: string) => (/^0x[0-9a-f]{40}$/i.test(text) ? text.toLowerCase() : text)
  if (typeof value === 'string') return lower(value) as Value
  if (Array.isArray(value)) return value.map(lowerCased) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [lower(name), lowerCased(one)])) as Value
}
