import { callData } from '../../decode/callData.ts'
import { boundedReads } from '../../trade/readTrade.ts'
import { runTrades } from '../../trade/runTrades.ts'
import { words } from '../../trade/trader.ts'
import { execute } from '../execute.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { SwitchTest } from './flip.ts'

/** Share of the caller's holding in basis points: enough to see that a sale works. */
const LITTLE = 100n
const GAS = 1_000_000n
const MAX_INSIDERS = 12

/**
 * Marks switches whose caller is exempt: an owner that trades on while all others are stopped runs a trap. For collections:
 * whether the caller can still approve a marketplace where holders cannot.
 */
export async function exemptCallers(context: PrivilegesContext, flips: readonly SwitchTest[]): Promise<SwitchTest[]> {
  const stops = flips.filter(
    ({ switched }) => switched?.effect === 'stops-transfers' && switched.hits === 'all-holders',
  )
  if (stops.length === 0) return [...flips]
  const free = context.trade === null ? await approvers(context, stops) : await sellers(context, stops)
  return flips.map((flip) =>
    flip.switched !== null && free.has(flip) ? { ...flip, switched: { ...flip.switched, callerExempt: true } } : flip,
  )
}

async function sellers(context: PrivilegesContext, stops: readonly SwitchTest[]): Promise<Set<SwitchTest>> {
  const { trade, budget } = context
  if (trade === null) return new Set()
  const insiders = [...context.suspects, ...context.insiders.slice(0, MAX_INSIDERS).map((one) => one.address)]
  const sellers = stops.flatMap((flip) =>
    [...new Set([...flip.calls.map(({ caller }) => caller.address), ...insiders])].map((account) => ({
      flip,
      account,
    })),
  )
  const accounts = [...new Set(sellers.map(({ account }) => account))]
  const reads = accounts.map((account) => ({ to: trade.token, data: callData('balanceOf', account) }))
  const held = await boundedReads(trade.simulator, { ...trade, reads }, trade.signal)
  const plans = sellers.map(({ flip, account }) => {
    const before = flip.calls.map(({ call }) => call)
    const expected = held[accounts.indexOf(account)]?.[0] ?? null
    return { flip, plan: { account, spend: 0n, passOn: false, sellShare: LITTLE, before, expected } }
  })
  const sold = await runTrades(
    { ...trade, budget },
    plans.map(({ plan }) => plan),
    'who switches spare',
  )
  return new Set(plans.flatMap(({ flip }, index) => (sold[index]?.sellTax != null ? [flip] : [])))
}

async function approvers(context: PrivilegesContext, stops: readonly SwitchTest[]): Promise<Set<SwitchTest>> {
  const { fixture, address } = context
  const approve = (from: typeof address) => {
    return { from, to: address, value: 0n, data: words('0xa22cb465', fixture.depositor, true), gas: GAS }
  }
  const attempts = stops.map(({ calls }) => ({
    calls: [
      ...calls.map(({ call }) => call),
      approve(fixture.holder),
      approve(calls[0]?.caller.address ?? fixture.holder),
    ],
  }))
  const outcomes = await execute(context, attempts, 'who switches spare')
  return new Set(
    stops.filter((_, index) => {
      const [holders, callers] = outcomes[index]?.slice(-2) ?? []
      return holders?.success === false && callers?.success === true
    }),
  )
}
