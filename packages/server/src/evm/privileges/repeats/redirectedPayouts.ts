import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import { callData, wordAt } from '../../decode/callData.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { type PayoutCall, payoutCalls, redirected } from '../../deposits/pastCalls.ts'
import type { StateOverrides } from '../../simulation/simulator.ts'
import { quoteSlots } from '../../trade/quoteSlots.ts'
import { word } from '../../trade/trader.ts'
import { execute } from '../execute.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** Past payments that are tried with another receiver. */
const MAX_PAYOUTS = 3
const GAS = 2_000_000n
/** What the contract has at least, as a multiple of the past payment, for the two to be told apart. */
const MIN_HELD = 2n
/** Percent of it that the call must take: a reward, or what a faucet gives, is a small part. */
const TAKEN_PERCENT = 90n

type Tried = { payout: PayoutCall; held: bigint; overrides: StateOverrides }

/**
 * Makes payments again that others’ calls had the contract make, with another receiver and with all that it has, by an account without any
 * relation to it. What is accepted was neither signed nor proved: any account can take what others paid in.
 */
export async function redirectedPayouts(context: PrivilegesContext): Promise<Capability[]> {
  const { chain, block, address, bytecode, fixture, budget, signal } = context
  const { calls, failure } = await payoutCalls(chain, { block, address }, signal)
  if (failure !== null) budget.note('past payments by the contract')
  const prepared = (
    await Promise.all(calls.slice(0, MAX_PAYOUTS).map((payout) => withHoldings(context, payout)))
  ).flat()
  const { stranger } = fixture
  const attempts = prepared.map(({ payout, held, overrides }) => ({
    overrides,
    calls: [{ from: stranger, to: address, value: 0n, data: forAll(payout, stranger, held), gas: GAS }],
  }))
  const runs = await execute(context, attempts, 'payments to another receiver')
  return prepared.flatMap(({ payout, held }, at): Capability[] => {
    const [outcome] = runs[at] ?? []
    const { token, amount } = payout
    const moved = transfersOf((outcome?.logs ?? []).map((log) => ({ ...log, selector: '0x' as const })))
    const taken = moved
      .filter((one) => one.token === token && one.from === address && one.to === stranger)
      .reduce((sum, one) => sum + one.amount, 0n)
    if (outcome?.success !== true || taken * 100n < held * TAKEN_PERCENT) return []
    const selector = payout.data.slice(0, 10) as Hex
    const made = bytecode.functions.find((one) => one.selector === selector)
    return [
      {
        kind: 'withdraw-others-funds',
        call: {
          caller: stranger,
          callerRole: 'stranger',
          selector,
          signature: made?.signature ?? null,
          args: ['…', stranger, '…', String(held)],
        },
        state: 'effective',
        shown: `a past payment of ${amount} of ${token} to ${payout.receiver} was made again with another receiver and all ${held} that the contract has`,
      },
    ]
  })
}

/**
 * With what the contract really has of the token: more would be a surplus, which some contracts give to any account. Nothing where it has
 * little, or the token does not show where it keeps balances.
 */
async function withHoldings(
  { chain, simulator, block, address, signal }: PrivilegesContext,
  payout: PayoutCall,
): Promise<Tried[]> {
  const { token, amount } = payout
  const [slotOf, answer] = await Promise.all([
    quoteSlots({ chain, simulator }, { block, token }, signal),
    chain.call(block, { to: token, data: callData('balanceOf', address) }, signal),
  ])
  const held = wordAt(answer) ?? 0n
  if (slotOf === null || held < amount * MIN_HELD) return []
  return [{ payout, held, overrides: { [token]: { storage: { [slotOf(address)]: `0x${word(held)}` } } } }]
}

/** The call with another receiver, and all that there is in place of the amount. */
function forAll({ data, receiver, amount }: PayoutCall, other: Address, held: bigint): Hex {
  return redirected(data, receiver, other).replaceAll(word(amount), word(held)) as Hex
}
