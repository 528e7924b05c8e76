import type { Hex } from '@redoubt/risk/address.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { Tried } from '../calls/tried.ts'
import { type Attempt, execute } from '../execute.ts'
import { observeCall, readObservation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import { drained } from './drained.ts'

/**
 * Of withdrawals by known accounts, returns those that pay a stranger as much, with the stranger as the caller. A withdrawal open
 * to any account (a router's refunds) says nothing about the contract's deployer.
 */
export async function openDrains(
  context: PrivilegesContext,
  drains: readonly ObservedCall[],
): Promise<ReadonlyMap<ObservedCall, Tried>> {
  const { fixture, address } = context
  const stranger = strangerOf(context)
  const known = drains.filter(({ tried }) => tried.caller !== stranger && tried.first === undefined)
  const asked = known.map(({ tried }): Tried => {
    const data = tried.call.data.replaceAll(tried.caller.address.slice(2), fixture.stranger.slice(2)) as Hex
    const call: Transaction = { ...tried.call, from: fixture.stranger, data }
    return { ...tried, caller: stranger, call, way: { ...tried.way, data } }
  })
  const look = observeCall({ subject: address, caller: fixture.stranger, fixture })
  const attempts = asked.map(({ call }): Attempt => ({ calls: [...fixture.prelude, look, call, look] }))
  const outcomes = await execute(context, attempts, 'withdrawals by anybody')
  const open = new Map<ObservedCall, Tried>()
  for (const [index, one] of known.entries()) {
    const [before, after] = [0, 2].map((at) => readObservation(fixture, outcomes[index]?.[fixture.prelude.length + at]))
    const tried = asked[index]
    if (!before || !after || tried === undefined) continue
    const taken = drained({ before, after })
    if (drained(one).every((asset) => taken.includes(asset))) open.set(one, tried)
  }
  return open
}
