import type { SiteAddress } from '@redoubt/risk/facts/site.ts'
import type { HostGrams } from './hostGrams.ts'

type Piece = { gram: string; weight: number }

const MAX_PIECES = 5
const SEPARATORS = /[.-]+$/
const SEPARATOR = /[.-]/

/**
 * Pieces of a host that weigh most for it being bad, worst first: words of the name or parts of them, and the suffix. Each gram
 * shares its weight equally among its characters, and a run of characters of one word that weigh for bad makes a piece, so that
 * overlapping grams become something a person can read. What the form of a name weighs is in no piece.
 * @param unit what one step of a weight adds to the logit of this host.
 */
export function explainHost(
  { host }: Pick<SiteAddress, 'host'>,
  grams: HostGrams,
  { weights, unit }: { weights: Int8Array; unit: number },
): Piece[] {
  const perCharacter = weighCharacters(host.length, grams, weights)
  const pieces: Piece[] = []
  let from = 0
  let weight = 0
  const end = (to: number) => {
    const gram = from === grams.suffixAt ? host.slice(from, to) : host.slice(from, to).replace(SEPARATORS, '')
    if (weight > 0 && gram !== '') pieces.push({ gram, weight: Math.round(weight * unit * 100) / 100 })
    from = to
    weight = 0
  }
  for (let at = 0; at < host.length; at++) {
    const own = perCharacter[at] ?? 0
    const inSuffix = at > grams.suffixAt
    if (at === grams.suffixAt || (!inSuffix && (own > 0 !== weight > 0 || SEPARATOR.test(host[at - 1] ?? '')))) end(at)
    weight += own
  }
  end(host.length)
  return pieces.sort((a, b) => b.weight - a.weight || (a.gram < b.gram ? -1 : 1)).slice(0, MAX_PIECES)
}

/** The mark after a label falls on the dot that stands there; those at the ends of the host fall on nothing. */
function weighCharacters(length: number, grams: HostGrams, weights: Int8Array): Float64Array {
  const perCharacter = new Float64Array(length)
  for (let feature = 0; feature < grams.count; feature++) {
    const start = grams.starts[feature] ?? 0
    const from = Math.max(start, 0)
    const to = Math.min(start + (grams.lengths[feature] ?? 0), length)
    const each = (weights[grams.buckets[feature] ?? 0] ?? 0) / (to - from)
    for (let at = from; at < to; at++) perCharacter[at] = (perCharacter[at] ?? 0) + each
  }
  return perCharacter
}
