import type { Capability } from '../facts/privileges.ts'
import { attempt, type GetFact } from '../gatherFacts.ts'

/** Evidence for a rule that storage alone decides: it must not wait in vain for what could not be executed. */
export async function deriveExecutedUpgrades(get: GetFact): Promise<Capability[]> {
  const capabilities = (await attempt(get, 'capabilities')).value ?? []
  return capabilities.filter(({ kind, state }) => kind === 'upgrade' && state === 'effective')
}
