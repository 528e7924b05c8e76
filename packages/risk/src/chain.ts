import { NETWORK_FACTS } from './networks.generated.ts'

/** A supported network, as the `chain` parameter of the HTTP contract spells it. */
export type Chain = keyof typeof NETWORK_FACTS

/** Every supported network, in the contract's order. */
export const CHAINS = Object.keys(NETWORK_FACTS) as readonly Chain[]

/** EIP-155 chain id of each network. */
export const CHAIN_IDS: Readonly<Record<Chain, number>> = each(({ chainId }) => chainId)

/** Symbol of each network's native coin; all have 18 decimals. */
export const NATIVE_SYMBOLS: Readonly<Record<Chain, string>> = each(({ symbol }) => symbol)

function each<Value>(of: (facts: (typeof NETWORK_FACTS)[Chain]) => Value): Record<Chain, Value> {
  return Object.fromEntries(CHAINS.map((chain) => [chain, of(NETWORK_FACTS[chain])])) as Record<Chain, Value>
}
