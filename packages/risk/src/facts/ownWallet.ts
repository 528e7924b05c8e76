import type { Address } from '../address.ts'

/**
 * A wallet made of code that a principal owns or created. `alone`: nothing of it moves without that principal, as far as its owners and
 * modules tell; otherwise other owners can act too.
 */
export type OwnWallet = { address: Address; alone: boolean }
