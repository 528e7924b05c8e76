import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
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
/** What the contract has, as a multiple of the past payment. */
const HELD = 64n
/** Percent of it that the call must take: a reward, or what a faucet gives, is a small part. */
const TAKEN_PERCENT = 90n

/**
 * Makes payments again that others’ calls had the contract make, with another receiver and with all that it has, by an account without any
 * relation to it. What is accepted was neither signed nor proved: any account can take what others paid in.
 */
export async function redirectedPayouts(context: PrivilegesContext): Promise<Capability[]> {
  const { chain, block, address, bytecode, fixture, signal } = context
  const past = (await payoutCalls(chain, { block, address }, signal)).slice(0, MAX_PAYOUTS)
  const prepared = (
    await Promise.all(past.map(async (payout) => ({ payout, overrides: await fundsOf(context, payout) })))
  ).flatMap(({ payout, overrides }) => (overrides === null ? [] : [{ payout, overrides }]))
  const { stranger } = fixture
  const attempts = prepared.map(({ payout, overrides }) => ({
    overrides,
    calls: [{ from: stranger, to: address, value: 0n, data: forAll(payout, stranger), gas: GAS }],
  }))
  const runs = await execute(context, attempts, 'payments to another receiver')
  return prepared.flatMap(({ payout }, at): Capability[] => {
    const [outcome] = runs[at] ?? []
    const { token, amount } = payout
    const moved = transfersOf((outcome?.logs ?? []).map((log) => ({ ...log, selector: '0x' as const })))
    const taken = moved
      .filter((one) => one.token === token && one.from === address && one.to === stranger)
      .reduce((sum, one) => sum + one.amount, 0n)
    if (outcome?.success !== true || taken * 100n < amount * HELD * TAKEN_PERCENT) return []
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
          args: ['…', stranger, '…', String(amount * HELD)],
        },
        state: 'effective',
        shown: `a past payment of ${amount} of ${token} to ${payout.receiver} was made again with another receiver and all ${amount * HELD} that the contract had`,
      },
    ]
  })
}

/** The contract has more of the token; null where the token does not show where it keeps balances. */
async function fundsOf(
  { chain, simulator, block, address, signal }: PrivilegesContext,
  { token, amount }: PayoutCall,
): Promise<StateOverrides | null> {
  const slotOf = await quoteSlots({ chain, simulator }, { block, token }, signal)
  return slotOf === null ? null : { [token]: { storage: { [slotOf(address)]: `0x${word(amount * HELD)}` } } }
}

/** The call with another receiver, and all that there is in place of the amount. */
function forAll({ data, receiver, amount }: PayoutCall, other: Address): Hex {
  return redirected(data, receiver, other).replaceAll(word(amount), word(amount * HELD)) as Hex
}
