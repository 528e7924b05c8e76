/** A supported network, as the `chain` parameter of the HTTP contract spells it. */
export type Chain = 'ethereum' | 'bsc' | 'polygon'

/** Every supported network, in the contract's order. */
export const CHAINS = ['ethereum', 'bsc', 'polygon'] as const satisfies readonly Chain[]

/** EIP-155 chain id of each network. */
export const CHAIN_IDS: Readonly<Record<Chain, number>> = { ethereum: 1, bsc: 56, polygon: 137 }

/** Symbol of each network's native coin; all three have 18 decimals. */
export const NATIVE_SYMBOLS: Readonly<Record<Chain, string>> = { ethereum: 'ETH', bsc: 'BNB', polygon: 'POL' }
