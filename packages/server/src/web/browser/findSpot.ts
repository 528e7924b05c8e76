import type { Devtools, Untrusted } from './devtools.ts'
import { evaluate, type Place } from './inPage.ts'
import { pageScript } from './pageScript.ts'

/** Presses of one thing: a page that goes on asking is not helped for ever. */
export const MAX_PRESSES = 2
const MAX_ELEMENTS = 2_000
const MAX_KEYS = 200

/** A place to press, in pixels of the window; `key` names the thing there, `keys` everything that was shown. */
export type Spot = { x: number; y: number; key: string; keys: readonly string[] }

/** What a visitor who believes the page would press next; null for nothing. */
export async function findSpot(
  { devtools, window }: { devtools: Devtools; window?: Place },
  {
    at = window,
    known = null,
    leads = false,
    counts = {},
    middle = false,
  }: {
    at?: Place
    known?: readonly string[] | null
    leads?: boolean
    counts?: Readonly<Record<string, number>>
    middle?: boolean
  } = {},
): Promise<Spot | null> {
  if (at === undefined) return null
  const look = pageScript('findPressable', {
    pressed: counts,
    seen: known,
    links: leads,
    middle,
    maxPresses: MAX_PRESSES,
    maxElements: MAX_ELEMENTS,
  })
  const { x, y, key, keys } = ((await evaluate(devtools, at, look)) ?? {}) as Untrusted
  if (typeof x !== 'number' || typeof y !== 'number' || typeof key !== 'string') return null
  const shown = Array.isArray(keys) ? keys.filter((one) => typeof one === 'string').slice(0, MAX_KEYS) : []
  return { x, y, key: key.slice(0, 100), keys: shown }
}
