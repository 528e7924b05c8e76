import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

const CHAIN = parseSignature(
  'delegations((address delegate,address delegator,bytes32 authority,(address enforcer,bytes terms,bytes args)[] caveats,uint256 salt,bytes signature)[] chain)',
).inputs

/**
 * The account that executes by a chain of delegations (ERC-7710 of MetaMask): the one at its root. Without a chain, it is the redeemer.
 * Null: it cannot be read.
 */
export function delegatorOf(context: Hex): Address | 'redeemer' | null {
  if (context === '0x') return 'redeemer'
  const decoded = decodeArguments(CHAIN, context.slice(2))
  if (decoded === null) return null
  const root = (decoded.values[0] as readonly (readonly unknown[])[]).at(-1)
  return root === undefined ? 'redeemer' : (root[1] as Address)
}
