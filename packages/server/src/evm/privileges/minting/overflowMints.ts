import type { Address } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Capability } from '@redoubt/risk/facts/privileges.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
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
  const { stranger, recipient, holder } = fixture
  const supply = fixture.supply ?? 0n
  if (supply === 0n || bytecode.standard !== 'erc20') return []
  const functions = limitWithinBudget(context, bytecode.functions.filter(isOpen), { max: MAX_FUNCTIONS, what: WHAT })
  const plans = await Promise.all(
    functions.map(async (made) => {
      const prices = made.mutability === 'payable' ? await unitPrices(context, made) : []
      return { made, calls: overflowPlan(made, { stranger, recipient, holder, supply, prices }) }
    }),
  )
  const looks = (caller: Address) => observeCall({ subject: address, caller, fixture })
  const able = plans.filter(({ calls }) => calls.length > 0)
  const attempts = able.map(({ calls }): Attempt => {
    return { calls: [looks(stranger), ...calls.flatMap((one) => [asCall(one), looks(stranger)])] }
  })
  const outcomes = await execute(context, attempts, WHAT)
  return able.flatMap(({ made, calls }, index): Capability[] => {
    const seen = outcomes[index] ?? []
    for (const [at, call] of calls.entries()) {
      const [before, after] = [seen[2 * at], seen[2 * at + 2]].map((one) => readObservation(fixture, one))
      if (!before || !after || seen[2 * at + 1]?.success !== true) continue
      // Others may have less, and none of them had as much as the supply.
      if (heldIn(after) - heldIn(before) < supply) continue
      const [name, was, is] = mostGained(before, after)
      return [
        {
          kind: 'mint',
          state: 'effective',
          call: {
            caller: stranger,
            callerRole: 'stranger',
            selector: made.selector,
            signature: made.signature,
            args: call.value === 0n ? call.args : [...call.args, `msg.value = ${call.value}`],
          },
          shown: `balanceOf(${name}) ${was} → ${is}, with a totalSupply of ${supply}: the arithmetic overflowed`,
          overflows: true,
        },
      ]
    }
    return []
  })

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
