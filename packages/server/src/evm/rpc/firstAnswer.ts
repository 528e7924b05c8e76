/** Share of requests that may be asked twice at once, and how many of them in a row. */
const SHARE = 0.1
const BURST = 20

/** Bounds second requests: on a busy machine every answer is late, and twice the requests would make all of them later. */
export type HedgeBudget = { asked(): void; take(): boolean }

export function createHedgeBudget(): HedgeBudget {
  let left = BURST
  return {
    asked() {
      left = Math.min(BURST, left + SHARE)
    },
    take() {
      if (left < 1) return false
      left--
      return true
    },
  }
}

/** One try at one candidate. `isOvertaken`: another candidate has answered meanwhile. */
export type Attempt<Candidate, Value> = (candidate: Candidate, isOvertaken: () => boolean) => Promise<Value>

/**
 * Asks one candidate after the other, in order: the next when one fails, and also, while the budget lasts, when one is late.
 * @param lateAfter milliseconds; null: never beside another.
 * @param isFinal whether an error is the answer, so that no other candidate is asked.
 * @param onOvertaken called with each slower candidate that had been asked earlier.
 * @returns the first answer. @throws the final error, or all of the errors, in the order of their arrival, as an array.
 */
export function firstAnswer<Candidate, Value>(
  candidates: readonly Candidate[],
  {
    attempt,
    lateAfter,
    isFinal,
    onOvertaken,
    budget,
  }: {
    attempt: Attempt<Candidate, Value>
    lateAfter: ((candidate: Candidate) => number) | null
    isFinal: (error: unknown, candidate: Candidate) => boolean
    onOvertaken: (candidate: Candidate) => void
    budget: HedgeBudget
  },
): Promise<{ value: Value; by: Candidate }> {
  budget.asked()
  return new Promise((resolve, reject) => {
    const errors: unknown[] = []
    const running = new Set<Candidate>()
    let next = 0
    let isOver = false

    const start = () => {
      const candidate = candidates[next]
      if (candidate === undefined) {
        if (running.size > 0) return
        isOver = true
        reject(errors)
        return
      }
      next++
      running.add(candidate)
      const timer =
        lateAfter === null || next >= candidates.length
          ? undefined
          : setTimeout(() => {
              if (!isOver && budget.take()) start()
            }, lateAfter(candidate))
      attempt(candidate, () => isOver).then(
        (value) => {
          clearTimeout(timer)
          running.delete(candidate)
          if (isOver) return
          isOver = true
          for (const late of running) if (candidates.indexOf(late) < candidates.indexOf(candidate)) onOvertaken(late)
          resolve({ value, by: candidate })
        },
        (error: unknown) => {
          clearTimeout(timer)
          running.delete(candidate)
          if (isOver) return
          if (isFinal(error, candidate)) {
            isOver = true
            reject(error)
            return
          }
          errors.push(error)
          if (running.size === 0) start()
        },
      )
    }
    start()
  })
}
