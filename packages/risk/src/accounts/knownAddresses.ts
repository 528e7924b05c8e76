import type { Address } from '../address.ts'

/**
 * Addresses without a known private key, lower case: zero, one, and 0x…dead as people write it. An exact list: an address that
 * merely begins with `dead` can be brute-forced in a minute.
 */
export const BURN_ADDRESSES: ReadonlySet<Address> = new Set<Address>([
  '0x0000000000000000000000000000000000000000',
  '0x0000000000000000000000000000000000000001',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
])

/** Common ERC-4337 entry points, lower case. github.com/eth-infinitism/account-abstraction releases. */
export const ENTRY_POINTS: ReadonlyMap<Address, string> = new Map([
  ['0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', '0.6'],
  ['0x0000000071727de22e5e9d8baf0edac6f37da032', '0.7'],
  ['0x4337084d9e255ff0702461cf8895ce9e3b5ff108', '0.8'],
  ['0x433709009b8330fda32311df1c2afa402ed8d009', '0.9'],
])

/** Canonical libraries that a Safe runs by delegate call, lower case (safe-global/safe-deployments 1.3.0 and 1.4.1). */
export const SAFE_LIBRARIES: ReadonlySet<string> = new Set([
  '0xa238cbeb142c10ef7ad8442c6d1f9e89e07e7761', // MultiSend 1.3.0
  '0x998739bfdaadde7c933b942a68053933098f9eda', // MultiSend 1.3.0, EIP-155 deployment
  '0x40a2accbd92bca938b02010e17a5b8929b49130d', // MultiSendCallOnly 1.3.0
  '0xa1dabef33b3b82c7814b6d82a79e50f4ac44102b', // MultiSendCallOnly 1.3.0, EIP-155 deployment
  '0x38869bf66a61cf6bdb996a6ae40d5853fd43b526', // MultiSend 1.4.1
  '0x9641d764fc13c8b624c04430c7356c1c7c8102e2', // MultiSendCallOnly 1.4.1
])

/**
 * Contracts written to be an account's code under EIP-7702, at one address on every network, lower case. A name alone is
 * not enough to be here: a router or an executor that runs as your account obeys strangers.
 */
export const KNOWN_DELEGATES: ReadonlyMap<Address, string> = new Map([
  // docs.metamask.io, delegation-framework 1.3.0 deployments
  ['0x63c0c19a282a1b52b07dd5a65b58948a07dae32b', 'MetaMask EIP-7702 delegator'],
  // github.com/Uniswap/calibur
  ['0x000000009b1d0af20d8c6d0a44e162d11f9b8f00', 'Uniswap Calibur'],
  // github.com/eth-infinitism/account-abstraction: releases 0.8 and 0.9
  ['0xe6cae83bde06e4c305530e199d7217f42808555b', 'ERC-4337 Simple7702Account 0.8'],
  ['0xa46cc63ebf4bd77888aa327837d20b23a63a56b5', 'ERC-4337 Simple7702Account 0.9'],
])

/**
 * Contracts that settle x402 payments by Permit2, at one address on every network, lower case: each pays the account that the
 * signed witness names. Source: github.com/x402-foundation/x402, typescript/packages/mechanisms/evm.
 */
export const X402_PROXIES: ReadonlyMap<Address, string> = new Map([
  ['0x402085c248eea27d92e8b30b2c58ed07f9e20001', 'x402 exact Permit2 proxy'],
  ['0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002', 'x402 upto Permit2 proxy'],
])
