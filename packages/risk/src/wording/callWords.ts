import { type Caller, type CallerClass, callerClassOf, callerOf } from '../contract/callers.ts'
import type { Evidence } from '../engine/finding.ts'
import type { PrivilegedAccount, PrivilegedCall } from '../facts/privileges.ts'
import { shortAddress } from './accountNames.ts'

const LONGEST = 80
const HOUR = 3_600
const DAY = 86_400
const CALLERS: Readonly<Record<CallerClass, string>> = {
  anyone: 'Anyone',
  eoa: 'A single key',
  multisig: 'A multisig',
  timelock: 'A timelock',
  governor: 'A vote of a governor',
  contract: 'A contract',
  burned: 'No one',
  unknown: 'A privileged account',
}

/** Returns `setTax(99)`, or `setMinter(0x…) and then mint(…)` where a call needs another one before it. */
export function nameCall({ first, ...call }: PrivilegedCall): string {
  return first === undefined ? nameStep(call) : `${nameStep(first)} and then ${nameStep(call)}`
}

/** The call alone; `0xdeadbeef(…)` for a function without a published name. At most 80 characters. */
function nameStep({ signature, selector, args }: PrivilegedCall): string {
  const text = `${signature?.split('(')[0] ?? selector}(${args.join(', ')})`
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 2)}…)` : text
}

/** `A multisig of 4 of 7 signers`, `A timelock of 2 days`: a kind of caller with what is known of its delay or threshold. */
export function callerWords({ kind, delaySeconds, threshold }: Caller): string {
  if (kind === 'multisig' && threshold !== undefined)
    return `A multisig of ${threshold.needed} of ${threshold.owners} signers`
  if (delaySeconds === undefined || (kind !== 'timelock' && kind !== 'governor')) return CALLERS[kind]
  return `${CALLERS[kind]} ${kind === 'timelock' ? 'of' : 'that takes'} ${durationText(delaySeconds)}`
}

/** `30 minutes`, `12 hours`, `2 days`. */
function durationText(seconds: number): string {
  const [unit, name] = seconds < HOUR ? [60, 'minute'] : seconds < 2 * DAY ? [HOUR, 'hour'] : [DAY, 'day']
  const count = Math.max(1, Math.round(seconds / unit))
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

/** `A single key (0x1234…abcd), by owner(),`: the subject of a sentence about what it may do. */
export function nameCaller(call: PrivilegedCall, privileged: readonly PrivilegedAccount[]): string {
  const caller = callerOf(call, privileged)
  if (caller.kind === 'anyone') return CALLERS.anyone
  const key = privileged.find(({ address }) => address === call.caller)?.commandedBy
  const through = key === undefined ? '' : `${shortAddress(key)}, through the contract `
  return `${callerWords(caller)} (${through}${shortAddress(call.caller)})`
}

/** Returns the calls as facts that a person can repeat, with the first one's caller. */
export function callEvidence(
  calls: readonly PrivilegedCall[],
  privileged: readonly PrivilegedAccount[],
  state: 'effective' | 'potential',
): Evidence {
  const [first] = calls
  if (!first) return { state }
  const steps = calls.flatMap((call) => (call.first === undefined ? [call] : [call.first, call]))
  return {
    function: first.signature ?? first.selector,
    selector: first.selector,
    args: first.args,
    caller: first.caller,
    callerRole: first.callerRole,
    callerClass: callerClassOf(first, privileged),
    by: privileged.find(({ address }) => address === first.caller)?.by ?? null,
    state,
    ...(steps.length > 1 && { calls: steps.map((call) => `${call.caller}: ${nameStep(call)}`) }),
  }
}
