import type { Page } from '../facts/page.ts'
import { presses } from './presses.ts'

/** Places where a page says who it is; a shop names others in its text, and shows their logos where one pays. */
const NAMING = ['title', 'favicon', 'logo', 'heading', 'meta'] as const

/**
 * The brand that a page presents itself as although it is not its site: named in its title or icon, and in one more place that says
 * who it is. What the page is about is not borrowed; a name that honest strangers carry is only with the icon, or an offer that
 * presses. Null for none.
 */
export function borrowedBrand({ brands, lures }: Pick<Page, 'brands' | 'lures'>): {
  brand: string
  where: string[]
} | null {
  const isPressed = presses({ lures })
  for (const { brand, where, own, as } of brands) {
    const places = NAMING.filter((place) => where.includes(place))
    const isNamed = places.includes('title') || places.includes('favicon')
    const isCarried = as === 'carried' && !isPressed && !where.includes('favicon')
    if (!own && as !== 'subject' && !isCarried && isNamed && places.length > 1) return { brand, where: places }
  }
  return null
}
