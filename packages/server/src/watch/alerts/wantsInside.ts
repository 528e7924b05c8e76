import type { WantsInside, WatchRows } from '../ports.ts'

/** Blocks come faster than monitors do. */
const FRESH_MS = 500

/** Whether any monitor wants the coins that move inside of transactions; asked of the store at most twice a second per chain. */
export function createWantsInside(rows: Pick<WatchRows, 'anyPayments'>, now: () => number = Date.now): WantsInside {
  const asked = new Map<string, { at: number; wanted: Promise<boolean> }>()
  return ({ chain, environment }) => {
    const key = `${environment} ${chain}`
    const known = asked.get(key)
    if (known !== undefined && now() - known.at < FRESH_MS) return known.wanted
    const wanted = rows.anyPayments({ chain, environment })
    asked.set(key, { at: now(), wanted })
    wanted.catch(() => asked.delete(key))
    return wanted
  }
}
