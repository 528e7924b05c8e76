import type { BrandLikeness } from '../facts/site.ts'

/**
 * Whether a resemblance is one that honest names have by chance: one letter of difference, or the same word under another ending.
 * It takes something else to say that the name was made to be mistaken.
 */
export function isByChance({ how, ambiguous, presses = false }: BrandLikeness): boolean {
  return !ambiguous && !presses && (how === 'edit-distance' || how === 'tld')
}
