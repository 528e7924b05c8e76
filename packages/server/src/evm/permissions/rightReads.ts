import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission, RevocationMethod } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Read } from '../decode/callData.ts'
import { LOGGED_STANDARDS, type RightPlace } from './rightStandards.ts'
import { endOfPart, isSafePart, readOfPart, stateOfPart } from './safeParts.ts'

/** Returns the read that tells the state of a right; null: the permission is a token approval or a delegation. */
export function rightRead(owner: Address, permission: Permission): Read | null {
  const place = placeOf(permission)
  if (place === null) return null
  return isSafePart(place.standard)
    ? readOfPart(place.standard, place)
    : LOGGED_STANDARDS[place.standard].read(owner, place)
}

/** Reads the amount of a right, or 1 and 0; null where the answer tells nothing. */
export function rightState(owner: Address, permission: Permission, answer: Hex | null): bigint | null {
  const place = placeOf(permission)
  if (place === null) return null
  return isSafePart(place.standard)
    ? stateOfPart(place.standard, answer, place.holder)
    : LOGGED_STANDARDS[place.standard].state(answer, owner, place)
}

/**
 * Returns the call to the keeper that ends a right; null: the permission is none, or a module that the Safe does not list.
 * @param modules of a Safe, in its own order.
 */
export function rightEnd(
  owner: Address,
  permission: Permission,
  modules: readonly Address[],
): { method: RevocationMethod; data: Hex } | null {
  const place = placeOf(permission)
  if (place === null) return null
  return isSafePart(place.standard)
    ? endOfPart(place.standard, place.holder, modules)
    : LOGGED_STANDARDS[place.standard].end(owner, place)
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
