import type { BrandLikeness } from '@redoubt/risk/facts/site.ts'
import type { BrandIndex, BrandName } from './brandIndex.ts'
import { hostSkeleton } from './hostSkeleton.ts'
import { lureOf } from './lureWords.ts'

/** How one label of a host resembles a name. `exact`: it is the name, with or without hyphens. */
export type LabelLikeness = {
  name: BrandName
  how: 'exact' | Extract<BrandLikeness['how'], 'confusable' | 'edit-distance' | 'combo'>
  /** What stands beside the name. */
  lure: 'strong' | 'weak' | null
}

/** Shorter names occur in other words by chance; they count only beside words of the trade. */
const DISTINCT = 7
const SHORTEST_WITHIN = 4
/** A digit, so that the words on both sides are not read as one. */
const SEPARATOR = '0'

/**
 * The name that a label resembles most; null for none. Common words (`ambiguous`) resemble only as the whole label or with words that
 * press beside them.
 * @param label of a Unicode host, lower case.
 */
export function labelLikeness(label: string, index: BrandIndex): LabelLikeness | null {
  const plain = label.includes('-') ? label.replaceAll('-', '') : label
  const exact = index.named(plain)
  if (exact) return { name: exact, how: 'exact', lure: null }
  const skeleton = hostSkeleton(plain)
  const alike = index.looksLike(skeleton)
  if (alike) return { name: alike, how: 'confusable', lure: null }
  const mistyped = index.mistyped(plain)
  if (mistyped) return { name: mistyped, how: 'edit-distance', lure: null }
  return within(label, plain, skeleton, index) ?? inPieces(label, index)
}

/** The name with other letters before or behind it. */
function within(label: string, plain: string, skeleton: string, index: BrandIndex): LabelLikeness | null {
  let suspect: LabelLikeness | null = null
  for (const { name, start } of index.within(skeleton)) {
    const at = plain.indexOf(name.name)
    const how = at < 0 ? 'confusable' : 'combo'
    const lure = at < 0 ? beside(skeleton, start, name.skeleton.length) : beside(plain, at, name.name.length)
    if (!counts(name, { label, how, lure })) continue
    if (suspect === null || (lure === 'strong' && suspect.lure !== 'strong')) suspect = { name, how, lure }
  }
  return suspect
}

function beside(text: string, start: number, length: number): 'strong' | 'weak' | null {
  return lureOf(text.slice(0, start) + SEPARATOR + text.slice(start + length))
}

function counts(name: BrandName, { label, how, lure }: Omit<LabelLikeness, 'name'> & { label: string }): boolean {
  if (name.name.length < SHORTEST_WITHIN) return lure === 'strong' && label.split('-').includes(name.name)
  if (name.ambiguous || name.sprawling) return lure === 'strong' && how === 'combo'
  if (how === 'confusable') return name.name.length >= DISTINCT || lure !== null
  return lure !== null || name.name.length >= DISTINCT
}

/** A name that is no word stands out between hyphens whatever the other pieces are. */
function standsOut({ name, ambiguous, sprawling }: BrandName): boolean {
  return name.length >= SHORTEST_WITHIN && !ambiguous && !sprawling
}

/** A piece between hyphens that is mistyped, or too short to be looked for within words. */
function inPieces(label: string, index: BrandIndex): LabelLikeness | null {
  if (!label.includes('-')) return null
  const pieces = label.split('-')
  for (const [at, piece] of pieces.entries()) {
    const rest = pieces.filter((_, other) => other !== at).join(SEPARATOR)
    const name = index.named(piece)
    const lure = lureOf(rest)
    if (name && (lure === 'strong' || standsOut(name))) return { name, how: 'combo', lure }
    const mistyped = piece.length > SHORTEST_WITHIN && lure !== null ? index.mistyped(piece) : undefined
    if (mistyped) return { name: mistyped, how: 'edit-distance', lure }
  }
  return null
}
