/** When attempts are due after the first, in milliseconds: written here once more, not taken from the program. */
const OFFSETS = [0, 60_000, 300_000, 1_800_000, 7_200_000]
const LEASE_MS = 60_000
const OLDEST_RESUMED_MS = 3 * 24 * 3_600_000

/** A delivery as it should be. Times are Unix milliseconds. */
type Expected = {
  status: 'pending' | 'delivered' | 'failed' | 'parked' | 'expired'
  attempts: number
  logged: number
  firstAt: number | null
  dueAt: number
  leasedUntil: number
  byHand: boolean
  createdAt: number
}
/** What the rules of docs/WEBHOOKS.md make of one webhook and its deliveries. */
export type Model = {
  deliveries: Map<string, Expected>
  failing(): boolean
  told(id: string, now: number): void
  /** Which may be attempted now; they are leased. */
  lease(now: number): string[]
  /** @param leasedUntil of the lease under which it was attempted. @returns Whether the webhook is failing by it and was not before. */
  attempted(id: string, good: boolean, leasedUntil: number): boolean
  activate(now: number): void
  retry(id: string, now: number): boolean
}

export function createModel(): Model {
  const deliveries = new Map<string, Expected>()
  let failing = false
  const of = (id: string) => {
    const found = deliveries.get(id)
    if (!found) throw new Error(`the model knows no ${id}`)
    return found
  }
  return {
    deliveries,
    failing: () => failing,
    told(id, now) {
      deliveries.set(id, {
        status: failing ? 'parked' : 'pending',
        attempts: 0,
        logged: 0,
        firstAt: null,
        dueAt: now,
        leasedUntil: 0,
        byHand: false,
        createdAt: now,
      })
    },
    lease(now) {
      const due = [...deliveries].filter(
        ([, one]) => one.status === 'pending' && one.dueAt <= now && one.leasedUntil <= now,
      )
      for (const [, one] of due) {
        one.firstAt ??= now
        one.leasedUntil = now + LEASE_MS
      }
      return due.map(([id]) => id)
    },
    attempted(id, good, leasedUntil) {
      const one = of(id)
      if (one.leasedUntil !== leasedUntil) return false
      one.attempts++
      one.logged = Math.min(20, one.logged + 1)
      one.leasedUntil = 0
      const offset = OFFSETS[one.attempts]
      const last = offset === undefined
      const byHand = one.byHand
      one.byHand = false
      if (!last) one.dueAt = (one.firstAt ?? 0) + offset
      if (good) one.status = 'delivered'
      else if (one.status !== 'parked') one.status = last || byHand ? 'failed' : 'pending'
      if (good || !last || byHand) return false
      const wasActive = !failing
      failing = true
      for (const other of deliveries.values()) if (other.status === 'pending') other.status = 'parked'
      return wasActive
    },
    activate(now) {
      failing = false
      for (const one of deliveries.values()) {
        if (one.status !== 'parked') continue
        if (one.createdAt < now - OLDEST_RESUMED_MS) one.status = 'expired'
        else
          Object.assign(one, {
            status: 'pending',
            attempts: 0,
            firstAt: null,
            dueAt: now,
            leasedUntil: 0,
            byHand: false,
          })
      }
    },
    retry(id, now) {
      const one = of(id)
      if (one.status === 'pending' || one.status === 'parked') return false
      Object.assign(one, { status: 'pending', byHand: true, dueAt: now, leasedUntil: 0 })
      return true
    },
  }
}
