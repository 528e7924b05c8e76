/** A place in a line: `granted` when its turn has come, and `release` in any case, also before that. */
export type Slot = { granted: Promise<void>; release(): void }

/** Lets so many work at once; the others wait in the order in which they came. */
export function createSemaphore(most: number): { take(): Slot } {
  const working = new Set<() => void>()
  const waiting = new Set<() => void>()
  return {
    take() {
      const { promise: granted, resolve } = Promise.withResolvers<void>()
      const begin = () => {
        waiting.delete(begin)
        working.add(begin)
        resolve()
      }
      if (working.size < most) begin()
      else waiting.add(begin)
      return {
        granted,
        release() {
          waiting.delete(begin)
          if (!working.delete(begin)) return
          const [next] = waiting
          next?.()
        },
      }
    },
  }
}
