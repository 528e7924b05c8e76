import type { Stretch, Walk } from './walk.ts'

/** Reachability in a walk. */
export type Reach = {
  /** Whether the call may still succeed from there. A path that was cut off counts as alive. */
  alive(stretch: Stretch): boolean
  /** Whether the call can pass there and succeed without passing any of these. */
  freeOf(barriers: ReadonlySet<Stretch>): (stretch: Stretch) => boolean
}

export function reachOf({ entry, stretches }: Walk): Reach {
  const before = new Map<Stretch, Stretch[]>()
  for (const stretch of stretches)
    for (const next of stretch.next) {
      const known = before.get(next)
      if (known === undefined) before.set(next, [stretch])
      else known.push(stretch)
    }
  const ends = stretches.filter(({ ends, next }) => ends === 'success' || (ends === null && next.length === 0))
  const none = new Set<Stretch>()
  const alive = spread(ends, (stretch) => before.get(stretch) ?? [], none)
  return {
    alive: (stretch) => alive.has(stretch),
    freeOf(barriers) {
      const back = spread(ends, (stretch) => before.get(stretch) ?? [], barriers)
      const forth = spread([entry], ({ next }) => next, barriers)
      return (stretch) => back.has(stretch) && forth.has(stretch)
    },
  }
}

function spread(from: Stretch[], steps: (of: Stretch) => Stretch[], barriers: ReadonlySet<Stretch>): Set<Stretch> {
  const reached = new Set(from.filter((stretch) => !barriers.has(stretch)))
  // A set is walked in the order of insertion, what is added on the way included.
  for (const stretch of reached) for (const next of steps(stretch)) if (!barriers.has(next)) reached.add(next)
  return reached
}
