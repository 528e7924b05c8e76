import type { FactProvider } from '@redoubt/risk/engine/gatherFacts.ts'

/**
 * The time that durations count from. A chain may stand still: a sandbox, a node that lags behind. What a wallet signs for the next
 * minutes is measured by the clock then, and never by less than the block's own time.
 */
export function gatherNow(clock: (() => number) | undefined): FactProvider<'now'> {
  return async (get) => {
    const { timestamp } = await get('block')
    const asked = clock === undefined ? 0n : BigInt(Math.floor(clock() / 1_000))
    return asked > timestamp ? asked : timestamp
  }
}
