import { ACCUSATIONS } from '../../domain/feedback.ts'
import { isAccusation, LIST_LABELS, type ListLabel } from '../ports.ts'

/** These make an address count as a known service or wallet. */
const VOUCHING: ReadonlySet<ListLabel> = new Set([
  'exchange',
  'defi_protocol',
  'bridge',
  'nft_marketplace',
  'dao_treasury',
  'multisig',
  'token',
  'trusted',
])

/**
 * Returns the labels that an entry's own words may give it in a list of this label. The author of a list of thieves must not
 * be able to vouch for one: there, words choose among accusations; they vouch only in a list that vouches itself. Sanctions
 * are the word of an authority: only a sanctions list says them, and says nothing else. No words make an entry `trusted`.
 */
export function labelsWithin(label: ListLabel): ReadonlySet<ListLabel> {
  if (label === 'sanctioned') return new Set()
  const words = isAccusation(label) ? ACCUSATIONS : LIST_LABELS
  return new Set(
    words.filter((word) => word !== 'sanctioned' && word !== 'trusted' && (VOUCHING.has(label) || !VOUCHING.has(word))),
  )
}
