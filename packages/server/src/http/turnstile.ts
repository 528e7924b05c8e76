import { createFairQueue } from '../lib/fairQueue.ts'

/** Milliseconds for which an account counts as beside others after the last change from one to another. */
const BESIDE_MS = 1_000

/**
 * Resolves when a request of an account may go on. While requests of several accounts come, each turn of the event loop lets one in,
 * accounts in turns, so that the hundred requests of one account do not stand before each step of another's scan. Alone, an account does not wait.
 */
export type Turnstile = (account: string) => Promise<void>

export function createTurnstile({ now = () => performance.now() }: { now?: () => number } = {}): Turnstile {
  const line = createFairQueue<() => void>()
  let last: string | null = null
  let changedAt = Number.NEGATIVE_INFINITY
  let isTurning = false

  function turn(): void {
    line.take()?.()
    if (line.size() > 0) setImmediate(turn)
    else isTurning = false
  }

  return async (account) => {
    if (account !== last) {
      if (last !== null) changedAt = now()
      last = account
    }
    if (line.size() === 0 && now() - changedAt >= BESIDE_MS) return
    await new Promise<void>((resolve) => {
      line.add(account, resolve)
      if (isTurning) return
      isTurning = true
      setImmediate(turn)
    })
  }
}
