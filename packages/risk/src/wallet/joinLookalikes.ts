import type { LookalikeAddress } from '../facts/lookalikes.ts'

/** Each imitated address once, with all that is known of it: its label, and the bait of every history that shows some. */
export function joinLookalikes(found: readonly LookalikeAddress[]): LookalikeAddress[] {
  const joined = new Map<string, LookalikeAddress>()
  for (const one of found) {
    const other = joined.get(one.similarTo)
    if (other === undefined) {
      joined.set(one.similarTo, one)
      continue
    }
    const told = new Set(other.bait.map(({ hash, kind }) => `${hash} ${kind}`))
    const bait = [...other.bait, ...one.bait.filter(({ hash, kind }) => !told.has(`${hash} ${kind}`))]
    const by = one.by === 'history' ? one.by : other.by
    joined.set(one.similarTo, { ...other, label: other.label ?? one.label, by, bait })
  }
  return [...joined.values()]
}
