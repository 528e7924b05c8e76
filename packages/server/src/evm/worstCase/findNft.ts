import type { Address } from '@redoubt/risk/address.ts'
import { encodeFunctionData, parseAbi } from 'viem/utils'
import { readNumber } from './readNumber.ts'
import type { WorstCaseExecutionContext } from './worstCaseExecutionContext.ts'

/** EIP-721, with its enumerable extension. */
const ABI = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function tokenByIndex(uint256 index) view returns (uint256)',
  'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)',
])
/** Ids tried for collections that cannot be enumerated. */
const FIRST_IDS = Array.from({ length: 12 }, (_, id) => BigInt(id))

/** An ERC-721 token and its holder. */
export type HeldNft = { id: bigint; holder: Address }

/** Returns the holder of the token; null when there is none. */
export async function holderOf(
  context: WorstCaseExecutionContext,
  token: Address,
  id: bigint,
): Promise<HeldNft | null> {
  const owner = await readNumber(context, token, encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] }))
  if (owner === null || owner === 0n || owner >> 160n !== 0n) return null
  return { id, holder: `0x${owner.toString(16).padStart(40, '0')}` }
}

/**
 * Some token of the collection that the account holds, or that it does not; null when none was found, though there may be one.
 */
export async function anyNft(
  context: WorstCaseExecutionContext,
  token: Address,
  { account, holds }: { account: Address; holds: boolean },
): Promise<HeldNft | null> {
  const counted = await readNumber(
    context,
    token,
    holds
      ? encodeFunctionData({ abi: ABI, functionName: 'tokenOfOwnerByIndex', args: [account, 0n] })
      : encodeFunctionData({ abi: ABI, functionName: 'tokenByIndex', args: [0n] }),
  )
  const ids = counted === null ? FIRST_IDS : [counted, ...FIRST_IDS]
  const held = await Promise.all(ids.map((id) => holderOf(context, token, id)))
  return held.find((one) => one !== null && (one.holder === account) === holds) ?? null
}
