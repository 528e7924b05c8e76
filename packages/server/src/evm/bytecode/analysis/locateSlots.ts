import type { Hex } from '@redoubt/risk/address.ts'
import type { LocatedSlots } from '@redoubt/risk/facts/bytecode.ts'
import { type CallFacts, distinct } from './callFacts.ts'

/** Facts of each function by selector, as a number. */
export type Functions = ReadonlyMap<number, CallFacts>

export const SELECTOR = {
  transfer: 0xa9059cbb,
  transferFrom: 0x23b872dd,
  balanceOf: 0x70a08231,
  allowance: 0xdd62ed3e,
  totalSupply: 0x18160ddd,
  approve: 0x095ea7b3,
  transferOwnership: 0xf2fde38b,
  renounceOwnership: 0x715018a6,
  acceptOwnership: 0x79ba5097,
} as const
/** owner(), getOwner(), admin(), governance(), governor(), operator(), pendingOwner(): getters of words with a privileged account. */
const OWNERS = [0x8da5cb5b, 0x893d20e8, 0xf851a440, 0x5aa6e675, 0x0c340a24]

/**
 * Finds a token's slots by what its own functions read: the balance is what `balanceOf` reads and `transfer` writes, of
 * several (reflection tokens keep two) the first written.
 */
export function locateSlots(functions: Functions): LocatedSlots {
  const transfers = [functions.get(SELECTOR.transfer), functions.get(SELECTOR.transferFrom)].filter(
    (facts) => facts !== undefined,
  )
  const balances = balanceMappings(functions)[0] ?? null
  const allowances = mappings(functions.get(SELECTOR.allowance))[0] ?? null
  const totalSupply = words(functions.get(SELECTOR.totalSupply))[0] ?? null
  const owner = distinct(OWNERS.flatMap((selector) => words(functions.get(selector)).slice(0, 1)))
  const known = new Set([balances, allowances, totalSupply, ...owner])
  const unknown = (slots: Hex[]) => distinct(slots).filter((slot) => !known.has(slot))
  return {
    balances,
    allowances,
    totalSupply,
    owner,
    transferWords: unknown(transfers.flatMap(words)),
    transferMappings: unknown(transfers.flatMap(mappings)),
  }
}

/** Returns the mappings that hold balances: reflection tokens have a second one for excluded accounts. */
export function balanceMappings(functions: Functions): Hex[] {
  const read = mappings(functions.get(SELECTOR.balanceOf))
  const written = (functions.get(SELECTOR.transfer)?.writes ?? []).flatMap(({ place }) =>
    place?.kind === 'mapping' ? [place.slot] : [],
  )
  const both = read.filter((slot) => written.includes(slot))
  return both.length > 0 ? both : read
}

function mappings(facts: CallFacts | undefined): Hex[] {
  return distinct((facts?.places ?? []).flatMap(({ kind, slot }) => (kind === 'mapping' ? [slot] : [])))
}

function words(facts: CallFacts | undefined): Hex[] {
  return distinct((facts?.places ?? []).flatMap(({ kind, slot }) => (kind === 'word' ? [slot] : [])))
}
