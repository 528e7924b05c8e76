import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission, RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Read } from '../decode/callData.ts'
import { LOGGED_STANDARDS, type RightPlace } from './rightStandards.ts'
import { endOfPart, isSafePart, readOfPart, stateOfPart } from './safeParts.ts'
import { isSigned, SIGNED_STANDARDS } from './signedStandards.ts'

/** Returns the read that tells the state of a right; null: the permission is a token approval or a delegation. */
export function rightRead(owner: Address, permission: Permission): Read | null {
  const place = placeOf(permission)
  if (place === null) return null
  const { standard } = place
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].read(owner, place)
  return isSafePart(standard) ? readOfPart(standard, place) : LOGGED_STANDARDS[standard].read(owner, place)
}

/** Reads the amount of a right, or 1 and 0; null where the answer tells nothing. */
export function rightState(owner: Address, permission: Permission, answer: Hex | null): bigint | null {
  const place = placeOf(permission)
  if (place === null) return null
  const { standard } = place
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].state(answer, place)
  return isSafePart(standard)
    ? stateOfPart(standard, answer, place.holder)
    : LOGGED_STANDARDS[standard].state(answer, owner, place)
}

/**
 * Returns the call that ends a right; null: the permission is none, a module that the Safe does not list, or a signature that only another
 * signature ends.
 * @param modules of a Safe, in its own order.
 */
export function rightEnd(
  owner: Address,
  permission: Permission,
  modules: readonly Address[],
): { method: RevocationMethod; to: Address; data: Hex } | null {
  const place = placeOf(permission)
  if (place === null) return null
  const { standard, keeper: to } = place
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].end?.(place) ?? null
  if (!isSafePart(standard)) return { to, ...LOGGED_STANDARDS[standard].end(owner, place) }
  const end = endOfPart(standard, place.holder, modules)
  return end && { to, ...end }
}

/** Whether only another signature ends it. */
export function needsSignature(permission: Permission): boolean {
  const place = placeOf(permission)
  if (place === null || !isSigned(place.standard)) return false
  return (SIGNED_STANDARDS[place.standard].end?.(place) ?? null) === null
}

function placeOf({ standard, token, spender, tokenId }: Permission): RightPlace | null {
  if (token === null || TOKEN_STANDARDS.has(standard)) return null
  return { standard: standard as RightPlace['standard'], keeper: token, holder: spender, id: tokenId }
}

const TOKEN_STANDARDS: ReadonlySet<Permission['standard']> = new Set([
  'erc20',
  'erc721',
  'erc1155',
  'permit2',
  'eip7702',
])
