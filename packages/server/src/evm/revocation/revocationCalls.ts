import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission, RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { PERMIT2 } from '../decode/grants.ts'
import type { SafeLists } from '../permissions/rightPlace.ts'
import { rightEnd } from '../permissions/rightReads.ts'

/** A call that may withdraw a permission. `about`: whose signatures, where there is no permission to be withdrawn. */
export type RevocationCall = {
  method: RevocationMethod
  to: Address
  data: Hex
  about?: { token: Address; spender: Address }
}

const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function lockdown((address token, address spender)[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
])
const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/**
 * Ways to withdraw a permission, the ordinary one first. BNB (on Ethereum) and a few others refuse an approval of zero; the last way
 * leaves one base unit, for those that have no other.
 * @param safe a module or owner is taken out of its list by the one before it.
 */
export function waysToRevoke(
  permission: Permission,
  { owner, amount, safe }: { owner: Address; amount: bigint; safe: SafeLists },
): RevocationCall[] {
  const { standard, token, spender, tokenId } = permission
  if (token === null) return []
  const end = rightEnd(owner, permission, safe)
  if (end !== null) return [end]
  if (standard !== 'erc20' && standard !== 'erc721' && standard !== 'erc1155') return []
  if (standard === 'erc721' || standard === 'erc1155') {
    const data =
      tokenId !== null && standard === 'erc721'
        ? encodeFunctionData({ abi: ABI, functionName: 'approve', args: [ZERO_ADDRESS, tokenId] })
        : encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args: [spender, false] })
    return [{ method: tokenId !== null && standard === 'erc721' ? 'approve' : 'setApprovalForAll', to: token, data }]
  }
  const approve = (left: bigint) => encodeFunctionData({ abi: ABI, functionName: 'approve', args: [spender, left] })
  const decrease = encodeFunctionData({ abi: ABI, functionName: 'decreaseAllowance', args: [spender, amount] })
  return [
    { method: 'approve', to: token, data: approve(0n) },
    { method: 'decreaseAllowance', to: token, data: decrease },
    ...(amount > 1n ? [{ method: 'approve-one' as const, to: token, data: approve(1n) }] : []),
  ]
}

/** All of them at once: Permit2 sets each amount to zero. */
export function lockdown(pairs: readonly { token: Address; spender: Address }[]): RevocationCall {
  return {
    method: 'lockdown',
    to: PERMIT2,
    data: encodeFunctionData({ abi: ABI, functionName: 'lockdown', args: [[...pairs]] }),
  }
}

/** Makes signatures worthless that were given for the nonce before `next` and not used yet; a lockdown leaves them. */
export function invalidateNonces(
  { token, spender }: { token: Address; spender: Address },
  next: bigint,
): RevocationCall {
  const args = [token, spender, Number(next)] as const
  return {
    method: 'invalidateNonces',
    about: { token, spender },
    to: PERMIT2,
    data: encodeFunctionData({ abi: ABI, functionName: 'invalidateNonces', args }),
  }
}
