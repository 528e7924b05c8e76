import { capabilityHits, isRenouncedPrivilege } from '../../contract/capabilityHits.ts'
import { defineDetector } from '../../engine/detector.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../../facts/privileges.ts'

export default defineDetector({
  id: 'reclaimable-ownership',
  title: 'Reclaimable renounced ownership',
  why: 'A token claims to have no owner, and a function gives the ownership back to the former owner. We confirmed it in simulation.',
  advice: 'Treat the token as owned, whatever owner() returns.',
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
            can: 'become the first owner of this uninitialised contract',
            severity: ({ kind, call }) => (kind === 'take-back' && call.callerRole === 'stranger' ? 'low' : null),
          }),
          ...ownershipReclaims(facts, ({ callerRole }) => callerRole !== 'stranger'),
        ]
      : ownershipReclaims(facts, () => true),
})

function ownershipReclaims(
  facts: Parameters<typeof capabilityHits>[0],
  counts: (call: PrivilegedCall) => boolean,
): ReturnType<typeof capabilityHits> {
  return capabilityHits(facts, {
    can: 'take back the renounced ownership',
    severity: ({ kind, call, state }) =>
      kind !== 'take-back' || !counts(call) ? null : state === 'effective' ? 'high' : 'medium',
  })
}

/** Whether it has no owner and was never renounced: the logic of a proxy, owned by its first initialiser. */
function isVirgin(privileged: readonly PrivilegedAccount[]): boolean {
  const owner = privileged.find(({ by }) => by.startsWith('owner()'))
  return owner?.account === 'burned' && !isRenouncedPrivilege(owner, null)
}
