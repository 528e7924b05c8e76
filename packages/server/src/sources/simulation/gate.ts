/** Lets so many jobs run at one time; the others wait in order. */
export function createGate(width: number): <Value>(job: () => Promise<Value>) => Promise<Value> {
  const waiting: (() => void)[] = []
  let free = width
  return async (job) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
