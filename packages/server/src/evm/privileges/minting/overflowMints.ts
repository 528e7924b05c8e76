import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { CallOutcome } from '../../simulation/simulator.ts'
import { type Attempt, execute } from '../execute.ts'
import { type Observation, observeCall, readObservation } from '../observation.ts'
import { limitWithinBudget } from '../privilegedCall.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { type OverflowCall, overflowPlan } from './overflowPlan.ts'
import { unitPrices } from './unitPrices.ts'

const WHAT = 'calls with numbers that overflow'
const MAX_FUNCTIONS = 8
const GAS = 1_000_000n
/** transferFrom(address,address,uint256): tried for every holder elsewhere. */
const TRANSFER_FROM = '0x23b872dd'

/**
 * Finds functions whose arithmetic overflows: a call of an account that has nothing, or next to nothing, after which the accounts of the call have
 * more than the whole supply. Only functions that any account may call, that take a number and that change balances are tried.
 */
export async function overflowMints(context: PrivilegesContext): Promise<Capability[]> {
  const { fixture, address, bytecode } = context
  const { stranger, recipient, holder, amount } = fixture
  const supply = fixture.supply ?? 0n
  if (supply === 0n || bytecode.standard !== 'erc20') return []
  const functions = limitWithinBudget(context, bytecode.functions.filter(isOpen), { max: MAX_FUNCTIONS, what: WHAT })
  const planned = await Promise.all(
    functions.map(async (made) => {
      const prices = made.mutability === 'payable' ? await unitPrices(context, made) : []
      return {
        made,
        calls: overflowPlan(made, { stranger, recipient, holder: amount > 0n ? holder : null, supply, prices }),
      }
    }),
  )
  const plans = planned.filter(({ calls }) => calls.length > 0)
  if (plans.length === 0) return []
  const look = observeCall({ subject: address, caller: stranger, fixture })
  const [first, ...outcomes] = await execute(
    context,
    [{ calls: [look] }, ...plans.map(({ calls }): Attempt => ({ calls: [...calls.map(asCall), look] }))],
    WHAT,
  )
  const before = readObservation(fixture, first?.[0])
  if (before === null) return []
  const found = plans.filter((_, at) => gainOf(outcomes[at]) >= supply)
  return (await Promise.all(found.map(firstOf))).flat()

  /** The first call of the function that does it alone. */
  async function firstOf({ made, calls }: (typeof plans)[number]): Promise<Capability[]> {
    const alone = await execute(
      context,
      calls.map((one): Attempt => ({ calls: [asCall(one), look] })),
      WHAT,
    )
    const at = alone.findIndex((one) => gainOf(one) >= supply)
    const [call, after] = [calls[at], readObservation(fixture, alone[at]?.at(-1))]
    if (call === undefined || before === null || after === null) return []
    const [name, was, is] = mostGained(before, after)
    const { selector, signature } = made
    const args = call.value === 0n ? call.args : [...call.args, `msg.value = ${call.value}`]
    return [
      {
        kind: 'mint',
        state: 'effective',
        call: { caller: stranger, callerRole: 'stranger', selector, signature, args },
        shown: `balanceOf(${name}) ${was} → ${is}, with a totalSupply of ${supply}: the arithmetic overflowed`,
        overflows: true,
      },
    ]
  }

  /** What the accounts have more than before. Others may have less, and none of them had as much as the supply. */
  function gainOf(outcomes: readonly CallOutcome[] | null | undefined): bigint {
    const after = readObservation(fixture, outcomes?.at(-1))
    return before === null || after === null ? 0n : heldIn(after) - heldIn(before)
  }

  function isOpen({ selector, gated, mutability, balanceWrites, writes }: ContractFunction): boolean {
    const { balances } = bytecode.slots
    const changes = balanceWrites.length > 0 || (balances !== null && writes.includes(balances))
    return !gated && mutability !== 'view' && mutability !== 'pure' && changes && selector !== TRANSFER_FROM
  }

  function asCall({ from, data, value }: OverflowCall): Transaction {
    return { from, to: address, value, data, gas: GAS }
  }

  function mostGained({ held: had }: Observation, { held: has }: Observation): readonly [string, bigint, bigint] {
    const rows = (['caller', 'recipient', 'holder', 'subject'] as const).map((one) => {
      const name = { caller: stranger, recipient, holder, subject: address }[one]
      return [name, had[one] ?? 0n, has[one] ?? 0n] as const
    })
    return rows.reduce((most, one) => (one[2] - one[1] > most[2] - most[1] ? one : most))
  }
}

/** What all watched accounts have together. */
function heldIn({ held }: Observation): bigint {
  return Object.values(held).reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
}
