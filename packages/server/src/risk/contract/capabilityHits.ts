import type { Capability } from '../facts/powers.ts'
import type { Facts } from '../facts.ts'
import type { Hit, Severity } from '../finding.ts'
import { callEvidence, nameCall, nameCaller } from '../wording/callWords.ts'
import { shortAddress } from '../wording/shortAddress.ts'
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
    const { call, state, shown, kind, drains, emission } = capability
    const shownNow =
      state === 'effective'
        ? 'It worked when executed'
        : 'The call was accepted when executed; nothing came of it that showed'
    const through = call.to === undefined ? '' : ` of the contract ${shortAddress(call.to)}, which it obeys`
    return [
      {
        severity: severityFor(severity, caller, subject),
        description: `${nameCaller(call, privileged)} can ${rule.can} by ${nameCall(call)}${through}. ${shownNow}.${soldFor(drains)}${paceOf(emission)}`,
        evidence: {
          capability: kind,
          ...callEvidence([call], privileged, state),
          ...(call.to !== undefined && { contract: call.to }),
          shown,
          ...(drains !== undefined && { poolTakenPercent: drains }),
          ...(emission !== undefined && { percentADay: emission }),
        },
      },
    ]
  })
}

/** Percent of the pool's other side from which it is worth a sentence. */
const WORTH_TELLING = 10

/** What new tokens bought when they were sold: what "mintable" means for whoever holds the old ones. */
function soldFor(drains: number | undefined): string {
  return drains === undefined || drains < WORTH_TELLING
    ? ''
    : ` Sold into the pool, the new tokens took ${drains} % of what is in it.`
}

/** How much comes of a mint that only time makes possible. */
function paceOf(emission: number | undefined): string {
  return emission === undefined
    ? ''
    : ` The code fixes who gets them and how many, about ${emission} % of the supply a day; a second call at once made no more.`
}
