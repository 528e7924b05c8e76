import type { Hex } from '@redoubt/risk/address.ts'

/** keccak256('eip1967.proxy.admin') - 1 and keccak256('eip1967.proxy.beacon') - 1 (EIP-1967). */
export const ADMIN_SLOT: Hex = '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103'
export const BEACON_SLOT: Hex = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50'
/** keccak256('PROXIABLE') (EIP-1822). */
export const PROXIABLE_SLOT: Hex = '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7'
/** keccak256('org.zeppelinos.proxy.implementation') and keccak256('org.zeppelinos.proxy.admin'), before EIP-1967. */
export const ZOS_SLOT: Hex = '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3'
export const ZOS_ADMIN_SLOT: Hex = '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b'
