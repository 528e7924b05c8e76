import type { Address, Hex } from '@redoubt/risk/address.ts'
import { BURN_ADDRESSES } from '@redoubt/risk/burnAddresses.ts'
import { isDelegation } from '../rpc/rpcValues.ts'

/** Facts about a token that its holders are classified by. Addresses lower case. */
export type HolderContext = {
  pools: ReadonlySet<Address>
  lockers: ReadonlyMap<Address, string>
  creator: Address | null
  owners: ReadonlySet<Address>
}
export type HolderKind = 'pool' | 'burned' | 'contract' | 'eoa' | 'creator' | 'owner' | 'locker'

/**
 * Classifies a holder by the first match: a burn address, a pool, a locker (with code: at its address on this very network), the
 * creator, an owner, a contract, an EOA. EIP-7702 accounts count as EOAs.
 */
export function holderKind(address: Address, code: Hex, context: HolderContext): HolderKind {
  const hasCode = code !== '0x' && !isDelegation(code)
  if (BURN_ADDRESSES.has(address)) return 'burned'
  if (context.pools.has(address)) return 'pool'
  if (hasCode && context.lockers.has(address)) return 'locker'
  if (address === context.creator) return 'creator'
  if (context.owners.has(address)) return 'owner'
  return hasCode ? 'contract' : 'eoa'
}
