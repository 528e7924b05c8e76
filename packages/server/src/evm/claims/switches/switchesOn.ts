import type { Address } from '@redoubt/risk/address.ts'
import type { ClaimSwitch } from '@redoubt/risk/facts/claim.ts'

/** Returns privileged calls as they concern one asset of several: what takes another one only stops the withdrawal of this one. */
export function switchesOn(asset: Address | null, switches: readonly ClaimSwitch[]): ClaimSwitch[] {
  return switches.flatMap(({ taken, executes, ...one }): ClaimSwitch[] => {
    if (taken === undefined) return [one]
    const takes = taken.find((each) => each.asset === asset) ?? null
    if (executes === undefined || takes !== null) return [{ ...one, takes }]
    // The fee of the account that executes an order is no asset that stays.
    return executes.includes(asset) ? [{ ...one, takes, executes }] : []
  })
}

/** Leaves out calls that another search showed to execute an order, or to exchange assets. */
export function withoutOrders(switches: readonly ClaimSwitch[], known: readonly ClaimSwitch[]): ClaimSwitch[] {
  const orders = known.filter(({ executes, exchanges }) => executes !== undefined || exchanges === true)
  return switches.filter((one) =>
    orders.every(({ caller, selector }) => caller !== one.caller || selector !== one.selector),
  )
}
