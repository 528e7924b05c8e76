import type { Hex } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { concat, keccak256, numberToHex, stringToHex } from 'viem/utils'
import { NETWORKS } from '../../chains/index.ts'

/**
 * On Polygon, what comes from Ethereum is logged by a transaction that is none: its hash follows from its block's. Blocks may hold it or
 * not, and nodes trace it or not. Null: the network has none.
 */
export function stateSyncOf(chain: Chain, { number, hash }: { number: bigint; hash: Hex }): Hex | null {
  if (!NETWORKS[chain].stateSync) return null
  return keccak256(concat([stringToHex('matic-bor-receipt-'), numberToHex(number, { size: 8 }), hash]))
}
