import type { Address } from './address.ts'

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
