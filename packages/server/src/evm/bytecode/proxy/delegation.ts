import type { Address, Hex } from '@redoubt/risk/address.ts'
import { remember } from '../../rpc/remember.ts'
import { readCode } from '../analysis/code.ts'
import { unmasked } from '../analysis/tests.ts'
import { walk } from '../analysis/walk.ts'

/** To whose code a contract hands calls that it has no function for. */
export type Delegation = {
  /** Written in the code: clones. */
  fixed: Address | null
  /** Single words of storage that hold it. */
  slots: Hex[]
  /** A mapping holds it: a diamond looks facets up by selector. */
  mapped: boolean
  /** Another contract answers it, or it could not be followed. */
  other: boolean
}

/** A selector that no function has: the dispatcher falls through to the fallback. */
const UNUSED = 0x01020305
/** On the main thread: some milliseconds. What hands every call on does so early. */
const BUDGET = { steps: 6_000, milliseconds: 15 }

/** Follows the fallback to its DELEGATECALLs, by the walk that functions are analysed with. Null: it has none. */
export const delegation = remember(300, (code: Hex): Delegation | null => {
  // A byte 0xf4 somewhere is necessary, and cheap to look for.
  if (!code.includes('f4')) return null
  const { steps, milliseconds } = BUDGET
  const { stretches } = walk(readCode(code), UNUSED, { steps, until: performance.now() + milliseconds })
  const targets = stretches
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.type === 'call' && effect.op === 'DELEGATECALL' ? [unmasked(effect.to)] : []))
  if (targets.length === 0) return null
  const fixed = targets.find(({ constant }) => constant !== null && constant > 0xffffn)?.constant ?? null
  const places = targets.flatMap(({ op, from }) => (op === 'SLOAD' ? (from.at(-1) ?? []) : []))
  return {
    fixed: fixed === null ? null : `0x${fixed.toString(16).padStart(40, '0').slice(-40)}`,
    slots: [...new Set(places.flatMap(({ kind, slot }) => (kind === 'word' ? [slot] : [])))].slice(0, 4),
    mapped: places.some(({ kind }) => kind !== 'word'),
    other: targets.some(({ op, constant }) => constant === null && op !== 'SLOAD'),
  }
})
