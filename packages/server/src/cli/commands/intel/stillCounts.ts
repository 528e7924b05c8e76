import type { Known } from '../../../composition/intelligence.ts'
import { ACCUSATIONS } from '../../../domain/feedback.ts'

const ACCUSING: ReadonlySet<string> = new Set(ACCUSATIONS)

/**
 * What an allowance leaves standing, one line of words each: sanctions, and accusations that the program carries with it. What the
 * chain itself says (the sanctions oracle, freeze lists, a mixer's code) is asked at each scan and not here.
 */
export function stillCounts({ listings, labels }: Pick<Known, 'listings' | 'labels'>): string[] {
  const sanctions = listings
    .filter(({ label, state }) => label === 'sanctioned' && state === 'listed')
    .map(({ source }) => `sanctioned by ${source.title}`)
  const builtIn = [...Map.groupBy(labels, ({ label: { name, category } }) => `${name}, ${category}`)]
    .filter(([, [first]]) => first && ACCUSING.has(first.label.category))
    .map(([what, on]) => `built in: ${what} (${on.map(({ chain }) => chain).join(', ')})`)
  return [...new Set([...sanctions, ...builtIn])]
}
