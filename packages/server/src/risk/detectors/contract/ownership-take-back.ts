import { capabilityHits } from '../../contract/capabilityHits.ts'
import { isGivenUp } from '../../contract/isGivenUp.ts'
import { defineDetector } from '../../detector.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../../facts/powers.ts'

export default defineDetector({
  id: 'ownership-take-back',
  title: 'Renounced ownership can be taken back',
  why: 'A token advertises that nobody owns it, and a function gives the ownership back to whoever gave it up. Executed on a copy of the chain, it worked.',
  advice: 'Treat it as owned, whatever owner() answers.',
  appliesTo: 'contract',
  category: 'ownership',
  severity: 'high',
  confidence: 'high',
  family: 'hidden-owner',
  needs: ['capabilities', 'privileged', 'subject'],
  detect: (facts) =>
    isVirgin(facts.privileged)
      ? [
          ...capabilityHits(facts, {
            can: 'become its first owner, for nobody has set it up,',
            severity: ({ kind, call }) => (kind === 'take-back' && call.callerRole === 'stranger' ? 'low' : null),
          }),
          ...takeBacks(facts, ({ callerRole }) => callerRole !== 'stranger'),
        ]
      : takeBacks(facts, () => true),
})

function takeBacks(
  facts: Parameters<typeof capabilityHits>[0],
  counts: (call: PrivilegedCall) => boolean,
): ReturnType<typeof capabilityHits> {
  return capabilityHits(facts, {
    can: 'take the ownership back',
    severity: ({ kind, call, state }) =>
      kind !== 'take-back' || !counts(call) ? null : state === 'effective' ? 'high' : 'medium',
  })
}

/** Nobody owns it, and nobody gave it up: a proxy's logic, whose owner is whoever sets it up. */
function isVirgin(privileged: readonly PrivilegedAccount[]): boolean {
  const owner = privileged.find(({ by }) => by.startsWith('owner()'))
  return owner?.account === 'burned' && !isGivenUp(owner, null)
}
