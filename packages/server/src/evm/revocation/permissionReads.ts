import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import { addressAt, callData, type Read, wordAt } from '../decode/callData.ts'
import { type ClaimedGrant, grantRead, grantState } from '../decode/grants.ts'
import { rightReads, rightState } from '../permissions/rightReads.ts'

const ZERO_ADDRESS: Address = `0x${'0'.repeat(40)}`

/** Returns the reads that tell a permission's state; none for a delegation, which is the account's code. */
export function permissionReads(owner: Address, permission: Permission): Read[] {
  const right = rightReads(owner, permission)
  if (right !== null) return right
  const claim = claimOf(owner, permission)
  if (claim === null) return []
  // An approval of an item belongs to its current owner: the account may have sold the item.
  if (claim.kind === 'token')
    return [grantRead(claim), { to: claim.token, data: callData('ownerOf', claim.tokenId ?? 0n) }]
  return [grantRead(claim)]
}

/** Reads the state from the answers: base units; 1 or 0 for operators and items. Null when they tell nothing. */
export function permissionState(
  owner: Address,
  permission: Permission,
  answers: readonly (Hex | null)[],
  now: bigint,
): bigint | null {
  const claim = claimOf(owner, permission)
  const answer = answers[0] ?? null
  if (rightReads(owner, permission) !== null) return rightState(permission, { owner, answers, now })
  if (claim === null) return null
  const amount = grantState(claim, answer, now)?.amount ?? null
  // A boolean is 0 or 1: a contract that answers any call with a number gives no permission.
  if (claim.kind === 'operator' && (wordAt(answer) ?? 0n) > 1n) return null
  if (claim.kind !== 'token' || amount !== 1n) return amount
  const holder = addressAt(answers[1] ?? null)
  return holder === null ? null : holder === owner ? 1n : 0n
}

function claimOf(owner: Address, { standard, token, spender, tokenId }: Permission): ClaimedGrant | null {
  if (token === null || standard === 'eip7702' || spender === ZERO_ADDRESS) return null
  const kind =
    standard === 'erc20'
      ? 'amount'
      : standard === 'permit2'
        ? 'permit2'
        : standard === 'erc721' && tokenId !== null
          ? 'token'
          : 'operator'
  return { kind, token, owner, spender, tokenId, after: 0n, expiration: null, consumed: false }
}
