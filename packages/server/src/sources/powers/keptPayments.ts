import type { Capability } from '../../risk/contractFacts.ts'
import type { Claim } from './claims.ts'
import { drained } from './findWithdrawals.ts'
import type { PowersContext } from './powersContext.ts'
import { strangerOf } from './screen.ts'
import type { Witness } from './witness.ts'

/**
 * Coin that a stranger paid and that nothing records: no storage changed, no token came, no way back was found. Not where
 * anybody may take out what lies about (a router's refunds).
 */
export async function keptPayments(
  context: PowersContext,
  claims: readonly Claim[],
  witnesses: readonly Witness[],
): Promise<Capability[]> {
  const { simulator, block, stage, address, signal } = context
  const stranger = strangerOf(context)
  const refunds = witnesses.some((one) => one.tried.caller === stranger && drained(one).includes(null))
  const payments = claims.filter(({ asset, withdrawal }) => asset === null && withdrawal === null)
  if (refunds || payments.length === 0 || !context.budget.take(payments.length, 'payments')) return []
  const found = await Promise.all(
    payments.map(async ({ deposit, made, paid, kept }): Promise<Capability[]> => {
      const transaction = deposit.at(-1)
      if (transaction === undefined) return []
      const stateOverrides = { [stage.depositor]: { balance: paid * 40n } }
      const run = await simulator.simulate({ block, transaction, stateOverrides, environments: 'none', signal })
      const recorded = Object.values(run.stateDiff).some(({ storage }) => Object.keys(storage).length > 0)
      if (!run.success || run.truncated || recorded) return []
      const shown = `${paid} wei paid along with the call were ${kept ? 'kept' : 'passed on'}, and no storage changed anywhere`
      const { selector, signature } = made
      const call = {
        caller: stage.depositor,
        callerRole: 'stranger',
        to: address,
        selector,
        signature,
        args: [],
      } as const
      return [{ kind: 'keep-received-value', call: { ...call, args: [] }, state: 'effective', shown }]
    }),
  )
  return found.flat()
}
