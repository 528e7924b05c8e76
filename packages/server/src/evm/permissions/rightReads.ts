import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Permission } from '@redoubt/risk/facts/revocationFacts.ts'
import type { Read } from '../decode/callData.ts'
import type { EndCall, RightPlace, SafeLists } from './rightPlace.ts'
import { LOGGED_STANDARDS } from './rightStandards.ts'
import { endOfPart, isSafePart, readOfPart, stateOfPart } from './safeParts.ts'
import { isSigned, SIGNED_STANDARDS } from './signedStandards.ts'

/** Returns the reads that tell the state of a right; null: the permission is a token approval or a delegation. */
export function rightReads(owner: Address, permission: Permission): Read[] | null {
  const place = placeOf(permission)
  return place && placeReads(owner, place)
}

/** The same for a place. */
export function placeReads(owner: Address, place: RightPlace): Read[] {
  const { standard } = place
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].reads(owner, place)
  if (isSafePart(standard)) return [readOfPart(standard, place)]
  const { read, also } = LOGGED_STANDARDS[standard]
  return [read(owner, place), ...(also?.(place) ?? [])]
}

/** Reads the amount of a right, or 1 and 0; null where the answers tell nothing. */
export function rightState(
  permission: Permission,
  known: { owner: Address; answers: readonly (Hex | null)[]; now: bigint },
): bigint | null {
  const place = placeOf(permission)
  return place && placeState(place, known)
}

/** The same for a place. */
export function placeState(
  place: RightPlace,
  { owner, answers, now }: { owner: Address; answers: readonly (Hex | null)[]; now: bigint },
): bigint | null {
  const { standard } = place
  const [answer = null, ...more] = answers
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].state(answers, { owner, place, now })
  return isSafePart(standard)
    ? stateOfPart(standard, answer, place.holder)
    : LOGGED_STANDARDS[standard].state(answer, owner, place, { answers: more, now })
}

/**
 * Returns the call that ends a right; null: the permission is none, a part that the Safe does not list, or a signature that only another
 * signature ends.
 * @param safe its modules and owners, in its own order.
 */
export function rightEnd(owner: Address, permission: Permission, safe: SafeLists): EndCall | null {
  const place = placeOf(permission)
  if (place === null) return null
  const { standard, keeper: to } = place
  if (isSigned(standard)) return SIGNED_STANDARDS[standard].end?.(place, owner) ?? null
  if (!isSafePart(standard)) return { to, ...LOGGED_STANDARDS[standard].end(owner, place) }
  const end = endOfPart(standard, place.holder, safe)
  return end && { to, ...end }
}

/** Whether no call ends it that the account can make as it is. */
export function needsSignature(owner: Address, permission: Permission): boolean {
  const place = placeOf(permission)
  if (place === null || !isSigned(place.standard)) return false
  return (SIGNED_STANDARDS[place.standard].end?.(place, owner) ?? null) === null
}

function placeOf({ standard, token, spender, tokenId, terms }: Permission): RightPlace | null {
  if (token === null || TOKEN_STANDARDS.has(standard)) return null
  const place = { standard: standard as RightPlace['standard'], keeper: token, holder: spender, id: tokenId }
  return terms === undefined ? place : { ...place, terms }
}

const TOKEN_STANDARDS: ReadonlySet<Permission['standard']> = new Set([
  'erc20',
  'erc721',
  'erc1155',
  'permit2',
  'eip7702',
])
