import type { Address } from '@redoubt/risk/address.ts'

/** Deployed at one address on every chain by the mds1/multicall3 project; immutable. */
export const MULTICALL3: Address = '0xca11bde05977b3631167028862be2a173976ca11'
