import type { Capability } from '../contractFacts.ts'
import type { Facts } from '../facts.ts'
import type { Hit, Severity } from '../finding.ts'
import { callEvidence, nameCall, nameCaller } from '../wording/callWords.ts'
import { type CallerClass, callerClassOf, severityFor } from './callers.ts'

type CapabilityFacts = Pick<Facts, 'capabilities' | 'privileged' | 'subject'>

/**
 * One hit for each capability that `severity` has an opinion on: null leaves it out. Its answer is lowered by who it takes
 * (`severityFor`); a burned caller can do nothing and is no hit. `can` ends “One key (0x…) can …”.
 */
export function capabilityHits(
  { capabilities, privileged, subject }: CapabilityFacts,
  rule: {
    can: string
    severity: (capability: Capability, caller: CallerClass) => Severity | null
  },
): Hit[] {
  return capabilities.flatMap((capability) => {
    const caller = callerClassOf(capability.call, privileged)
    const severity = caller === 'burned' ? null : rule.severity(capability, caller)
    if (severity === null) return []
    const { call, state, shown, kind } = capability
    const shownNow = state === 'effective' ? 'It worked when executed' : 'The code has it; it did not work now'
    return [
      {
        severity: severityFor(severity, caller, subject),
        description: `${nameCaller(call, privileged)} can ${rule.can} by ${nameCall(call)}. ${shownNow}.`,
        evidence: { capability: kind, ...callEvidence([call], privileged, state), shown },
      },
    ]
  })
}
