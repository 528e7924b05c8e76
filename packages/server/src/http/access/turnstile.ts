import { createFairQueue } from '../../lib/fairQueue.ts'

/** Milliseconds in which requests are counted, and for which an account counts as beside others after a request. */
const WINDOW_MS = 1_000
const BESIDE_MS = 2_000
/** Requests in a window that go on at once. */
const FEW = 32
/** How many times as much an account asks as another before its requests wait for their turn. */
const TIMES = 2
/** Milliseconds between two looks at who asks how much. */
const LOOK_MS = 50
/** Least pause between two turns in milliseconds; after a turn that took longer it is as long as that. */
const PAUSE_MS = 1

/**
 * Resolves when a request of an account may go on. An account that asks far more than another one that is there waits for its turn:
 * one request at a time is let in, and then comes a pause as long as its turn of the event loop took, so that the hundred requests of one
 * account do not stand before each step of another's scan. Alone, or among others that ask as much, an account does not wait.
 */
export type Turnstile = (account: string) => Promise<void> | undefined

type Asked = { now: number; before: number; seenAt: number }

export function createTurnstile({ now = () => performance.now() }: { now?: () => number } = {}): Turnstile {
  const line = createFairQueue<() => void>()
  const asked = new Map<string, Asked>()
  let isTurning = false
  let windowAt = now()
  let lookedAt = Number.NEGATIVE_INFINITY
  /** Requests in a window above which an account waits. */
  let many = Number.POSITIVE_INFINITY

  function look(at: number): void {
    lookedAt = at
    if (at - windowAt >= WINDOW_MS / 2) {
      const isOld = at - windowAt >= WINDOW_MS
      windowAt = at
      for (const one of asked.values()) [one.before, one.now] = [isOld ? 0 : one.now, 0]
    }
    let least = Number.POSITIVE_INFINITY
    for (const [account, one] of asked)
      if (at - one.seenAt > BESIDE_MS) asked.delete(account)
      else least = Math.min(least, one.now + one.before)
    many = asked.size > 1 ? Math.max(FEW, TIMES * least) : Number.POSITIVE_INFINITY
  }

  function turn(): void {
    const next = line.take()
    isTurning = next !== null
    if (next === null) return
    const began = performance.now()
    next()
    setImmediate(() => setTimeout(turn, Math.max(PAUSE_MS, performance.now() - began)))
  }

  return (account) => {
    const at = now()
    const own = asked.get(account) ?? { now: 0, before: 0, seenAt: at }
    if (own.now + own.before === 0) asked.set(account, own)
    own.now++
    own.seenAt = at
    if (at - lookedAt >= LOOK_MS) look(at)
    if (own.now + own.before <= many) return undefined
    return new Promise<void>((resolve) => {
      line.add(account, resolve)
      if (isTurning) return
      isTurning = true
      setImmediate(turn)
    })
  }
}
