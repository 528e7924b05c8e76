import { spenderKindOf } from '@redoubt/risk/accounts/spenderKind.ts'
import { consentingIn } from '@redoubt/risk/derive/consentingSpenders.ts'
import { attempt, type FactProviders, Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import { isAllOrNothing, isExpired } from '@redoubt/risk/message/permissions.ts'
import { probeSpenders } from '../transaction/gatherProbes.ts'
import type { MessageSources } from './messageSources.ts'

/**
 * Probes the unknown contracts that bounded permits of a message allow, and those that know no bound, as those of an approval are. A proxy may run other code tomorrow. Nothing is probed
 * where the worst case was not executed.
 */
export function gatherConsentingSpenders(
  sources: Pick<MessageSources, 'spenderProbe'>,
): NonNullable<FactProviders['consentingSpenders']> {
  return async (get, signal) => {
    const [block, intents, named] = await Promise.all([get('block'), get('intents'), get('named')])
    const spenders = intents.flatMap((intent) => {
      if (intent.kind !== 'allowance' || isExpired(intent, block)) return []
      if (intent.unlimited && !isAllOrNothing(intent)) return []
      const spender = named[intent.spender]
      const isAsked =
        spender?.class === 'contract' && spenderKindOf(spender) === 'unknown' && spender.kind?.type !== 'proxy'
      return isAsked ? [spender.address] : []
    })
    if (spenders.length === 0 || (await attempt(get, 'worstCaseExecutions')).value === null) return []
    const probed = await probeSpenders(sources, { block, spenders }, signal)
    if (probed instanceof Incomplete) return new Incomplete(consentingIn(probed.value), probed.missing)
    return consentingIn(probed)
  }
}
