import type { Address } from './address.ts'

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
