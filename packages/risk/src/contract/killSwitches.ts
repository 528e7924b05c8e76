import type { PrivilegedCall } from '../facts/privileges.ts'
import { attempt, type GetFact } from '../gatherFacts.ts'

/**
 * Derives the calls that switch findings already report as stopping all trades, so that no second finding repeats them. Empty
 * without a trade.
 */
export async function deriveKillSwitches(get: GetFact): Promise<PrivilegedCall[]> {
  const [token, trade, switches] = await Promise.all([
    attempt(get, 'token'),
    attempt(get, 'trade'),
    attempt(get, 'switches'),
  ])
  if (token.value?.standard !== 'erc20' || trade.value === null) return []
  return (switches.value ?? []).flatMap(({ calls, effect, hits }) =>
    calls.length === 1 && hits === 'everybody' && (effect === 'stops-sales' || effect === 'stops-transfers')
      ? calls
      : [],
  )
}
