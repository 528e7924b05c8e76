import type { Hit, Severity } from '../engine/finding.ts'
import { attempt, type GetFact } from '../engine/gatherFacts.ts'
import type { Facts } from '../facts/facts.ts'
import type { Capability, PrivilegedAccount } from '../facts/privileges.ts'
import type { Trade } from '../facts/trade.ts'
import { shortAddress } from '../wording/accountNames.ts'
import { callEvidence, nameCall, nameCaller } from '../wording/callWords.ts'
import { describePeriod } from '../wording/periods.ts'
import { type CallerClass, callerOf, severityFor, sharedBy } from './callers.ts'

/** What a pull with `repeats` does. */
export const REPEATED = 'repeat a payment that a wallet signed once, for as long as its allowance lasts,'

/** What a pull with `raises` does. */
export const RAISED = 'raise what this contract takes under a consent that you gave before, such as a subscription,'

type CapabilityFacts = Pick<Facts, 'capabilities' | 'privileged' | 'subject'>

/**
 * Returns one hit for each capability that `severity` judges; null leaves it out. The severity is lowered by the class of its
 * caller (`severityFor`); a burned caller gives no hit. `can` ends “A single key (0x…) can …”; `sentence` says it of a call
 * without its caller.
 */
export function capabilityHits(
  { capabilities, privileged, subject }: CapabilityFacts,
  rule: {
    severity: (capability: Capability, caller: CallerClass) => Severity | null
    /** Title and weight of a hit, where they are not the detector's own. */
    told?: (capability: Capability, severity: Severity) => Pick<Hit, 'title' | 'soft'>
    /** What is not shown about a potential capability; by default: an effect. */
    unshown?: string
  } & (
    | { can: string | ((capability: Capability) => string) }
    | { sentence: (call: string, capability: Capability) => string }
  ),
): Hit[] {
  return capabilities.flatMap((capability) => {
    const caller = callerOf(capability.call, privileged)
    const severity = caller.kind === 'burned' ? null : rule.severity(capability, caller.kind)
    if (severity === null) return []
    const { call, state, shown, kind, drains, emission, boundADay, after, waits } = capability
    const shownNow =
      state === 'effective'
        ? 'Confirmed in simulation'
        : (rule.unshown ?? 'In simulation the call succeeded with no visible effect')
    const through = call.to === undefined ? '' : ` of the contract ${shortAddress(call.to)} that controls it`
    const named = `${nameCall(call)}${through}`
    const when =
      after === undefined
        ? ''
        : waits
          ? `, which is refused now and works ${describePeriod(after)} from now`
          : ` ${describePeriod(after)} from now, when other code runs in its place by itself`
    const said =
      'can' in rule
        ? `${nameCaller(call, privileged)} can ${typeof rule.can === 'string' ? rule.can : rule.can(capability)} by calling ${named}${when}`
        : `${rule.sentence(named, capability)}${when}`
    const weighed = severityFor(after === undefined ? severity : inTime(severity, after), caller, subject)
    return [
      {
        severity: weighed,
        ...sharedBy(caller),
        ...rule.told?.(capability, weighed),
        description: `${said}. ${shownNow}.${soldFor(drains)}${paceOf(emission)}${boundOf(boundADay)}`,
        evidence: {
          capability: kind,
          ...callEvidence([call], privileged, state),
          ...(call.to !== undefined && { contract: call.to }),
          shown,
          ...(after !== undefined && { startsAfterSeconds: after }),
          ...(drains !== undefined && { poolTakenPercent: drains }),
          ...(emission !== undefined && { percentADay: emission }),
          ...(boundADay !== undefined && { percentADay: boundADay }),
        },
      },
    ]
  })
}

/** Seconds until which users may not have left. */
const YEAR = 366 * 86_400

/** Severity of what later code allows: at most medium where users have more than a year to leave. */
function inTime(severity: Severity, after: number): Severity {
  return after > YEAR && (severity === 'critical' || severity === 'high') ? 'medium' : severity
}

/** Percent of the pool's other side from which a sale is worth a sentence. */
const WORTH_TELLING = 10

/** Whether the new tokens of a mint were sold for a part of the pool that its holders miss. */
export function emptiesPool({ drains = 0 }: Pick<Capability, 'drains'>): boolean {
  return drains >= WORTH_TELLING
}

/** Says what the minted tokens bought when sold: the loss of existing holders. */
function soldFor(drains: number | undefined): string {
  return drains === undefined || !emptiesPool({ drains })
    ? ''
    : ` A sale of the new tokens took ${drains} % of the pool.`
}

/** Says how much an emission mints over time. */
function paceOf(emission: number | undefined): string {
  return emission === undefined
    ? ''
    : ` The code fixes the receiver and the amount, about ${emission} % of the supply a day; a second call at once minted no more.`
}

/** Says how much the code lets a privileged account mint. */
function boundOf(percent: number | undefined): string {
  return percent === undefined ? '' : ` The code bounds it: at most about ${percent} % of the supply in a day.`
}

/** Suffix of a privilege's name in `privileged` when no account holds it and the contract's log shows no renouncement. */
export const NO_RENOUNCEMENT_LOG = 'no log of a renouncement'

/**
 * Whether a privilege was renounced. A contract that was never initialised also answers zero: the logic of a proxy, whose owner
 * is the next caller of its initialiser. A token that trades was initialised, whatever it logs.
 */
export function isRenouncedPrivilege({ account, by }: PrivilegedAccount, trade: Trade | null | undefined): boolean {
  return account === 'burned' && (!by.includes(NO_RENOUNCEMENT_LOG) || (trade !== null && trade !== undefined))
}

/** Evidence for a rule that storage alone decides: it must not wait in vain for what could not be executed. */
export async function deriveExecutedUpgrades(get: GetFact): Promise<Capability[]> {
  const capabilities = (await attempt(get, 'capabilities')).value ?? []
  return capabilities.filter(({ kind, state }) => kind === 'upgrade' && state === 'effective')
}
