import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Tried } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import { privilegedCall } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'

const DAY = 86_400n
/** Limit of a second, immediate call's mint, as one part in this many of the first. */
const AT_ONCE = 100n
/** Percent of the supply per day above which it is no emission. */
const MAX_A_DAY = 10

/**
 * Returns emissions: mints of privileged callers that any account can trigger, without arguments and with the same result for a
 * stranger. No key controls such a mint, whatever account it pays. An immediate second call mints next to nothing, and a day
 * mints little. By the observed call.
 */
export async function emissions(
  context: PrivilegesContext,
  minting: readonly ObservedCall[],
): Promise<ReadonlyMap<Tried, Pick<Capability, 'call' | 'emission'>>> {
  const { fixture, address } = context
  const stranger = strangerOf(context)
  const plain = minting.filter(({ tried: { way, first } }) => {
    return way.args.length === 0 && way.value === 0n && first === undefined
  })
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const attempts = plain.map(({ tried }): Attempt => {
    const call = { ...tried.call, from: fixture.stranger }
    const calls = [...fixture.prelude, look, call, look, call, look, call, look]
    return { calls, pause: { after: fixture.prelude.length + 5, seconds: DAY } }
  })
  const outcomes = await execute(context, attempts, 'effects of privileged calls')
  const found = new Map<Tried, Pick<Capability, 'call' | 'emission'>>()
  for (const [index, { tried, before, after }] of plain.entries()) {
    const [was, once, twice, later] = [0, 2, 4, 6].map((at) => {
      return readObservation(fixture, outcomes[index]?.[fixture.prelude.length + at])?.supply ?? null
    })
    if (was == null || once == null || twice == null || later == null || was === 0n || once <= was) continue
    const made = once - was
    const seen = (after?.supply ?? 0n) - (before.supply ?? 0n)
    const gained = (after?.held.caller ?? 0n) - (before.held.caller ?? 0n)
    const emission = Number(((later - twice) * 10_000n) / was) / 100
    if (seen > made || gained > made) continue
    const call = privilegedCall(context, { ...tried, caller: stranger })
    const isBounded = (twice - once) * AT_ONCE <= made && emission <= MAX_A_DAY
    found.set(tried, { call, ...(isBounded && { emission }) })
  }
  return found
}
