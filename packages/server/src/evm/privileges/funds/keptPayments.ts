import type { Address } from '@redoubt/risk/address.ts'
import type { Simulation } from '@redoubt/risk/execution.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import { isUnnamed } from '../calls/ordinaryCalls.ts'
import { pocketOf } from '../execute.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { strangerOf } from '../screen.ts'
import type { Claim } from './claims.ts'

/**
 * Finds coin that a stranger paid without any record: no storage changed, no token came, and no way back was found. Skipped where
 * any account may take out leftover coin (a router's refunds).
 */
export async function keptPayments(
  context: PrivilegesContext,
  claims: readonly Claim[],
  observedCalls: readonly ObservedCall[],
): Promise<Capability[]> {
  const { simulator, block, fixture, address, signal } = context
  const stranger = strangerOf(context)
  // A tiny amount that any account may take would excuse everything else that is kept.
  const refunds = observedCalls.some(({ tried, before, after }) => {
    const left = after?.native.subject ?? before.native.subject
    // A stranger that only triggers a payment to another account got no refund.
    const gained = after !== null && after.native.caller > before.native.caller
    return tried.caller === stranger && gained && left * 2n <= before.native.subject && before.native.subject > 0n
  })
  const payments = claims.filter(({ asset, withdrawal }) => asset === null && withdrawal === null)
  if (refunds || payments.length === 0 || !context.budget.take(payments.length, 'payments')) return []
  const found = await Promise.all(
    payments.map(async ({ deposit, made, paid, kept }): Promise<Capability[]> => {
      const transaction = deposit.at(-1)
      if (transaction === undefined) return []
      const stateOverrides = { [fixture.depositor]: { balance: pocketOf(fixture.depositor) + paid } }
      const run = await simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
      const recorded = Object.values(run.stateDiff).some(({ storage }) => Object.keys(storage).length > 0)
      if (!run.success || run.truncated || recorded) return []
      // A contract that takes coin without a function keeps it; coin passed on to an EOA is lost to its sender.
      if (isUnnamed(made) && (kept || !(await goesToPerson(context, run, [fixture.depositor, address])))) return []
      const shown = `${paid} wei paid along with the call were ${kept ? 'kept' : 'passed on'}, and no storage changed anywhere`
      const { selector, signature } = made
      const call = {
        caller: fixture.depositor,
        callerRole: 'stranger',
        selector,
        signature,
        args: [],
      } as const
      return [{ kind: 'keep-received-value', call: { ...call, args: [] }, state: 'effective', shown }]
    }),
  )
  return found.flat()
}

/** Whether every other account that gained coin has no code: a wallet's or an exchange's contract may be its rightful receiver. */
async function goesToPerson(
  { chain, block, signal }: PrivilegesContext,
  { stateDiff }: Simulation,
  but: readonly Address[],
): Promise<boolean> {
  const richer = Object.entries(stateDiff).flatMap(([at, { balance }]) =>
    balance && balance.after > balance.before && !but.includes(at as Address) ? [at as Address] : [],
  )
  const codes = await Promise.all(richer.map((one) => chain.code(block, one, signal)))
  return codes.some((code) => code === '0x')
}
