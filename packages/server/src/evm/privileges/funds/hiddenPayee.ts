import type { Address } from '@redoubt/risk/address.ts'
import { transfersOf } from '../../decode/emittedLogs.ts'
import { NATIVE } from '../../simulation/flatRun.ts'
import { SimulationUnavailable } from '../../simulation/simulator.ts'
import { execute } from '../execute.ts'
import { initialBalanceOf } from '../initialBalance.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import { isAccountShown } from './isAccountShown.ts'

const WHAT = 'hidden payees'

/**
 * Returns the account without code that a call pays most of an asset of the contract to (null: native coin), where neither the call, nor code,
 * nor a storage word shows that account. Null: no such account.
 */
export async function hiddenPayee(
  context: PrivilegesContext,
  { tried }: Pick<ObservedCall, 'tried'>,
  asset: number | null,
): Promise<Address | null> {
  const { chain, simulator, block, fixture, address, signal, budget } = context
  const { first, call, caller } = tried
  // What a call before it decides, that call may have named.
  if (first !== undefined) return null
  const [outcomes] = await execute(context, [{ calls: [call] }], WHAT, { transfers: true })
  const last = outcomes?.at(-1)
  if (last?.success !== true) return null
  const token = asset === null ? NATIVE : fixture.assets[asset]?.address
  const paid = transfersOf(last.logs.map((log) => ({ ...log, selector: '0x' as const })))
    .filter((one) => one.token === token && one.from === address && one.to !== caller.address && one.amount > 0n)
    .toSorted((a, b) => (a.amount > b.amount ? -1 : 1))
  const payee = paid[0]?.to
  if (payee === undefined || BigInt(payee) === 0n) return null
  if (call.data.includes(payee.slice(2))) return null
  const code = await chain.code(block, payee, signal)
  if (code !== '0x' || !budget.take(2, WHAT)) return null
  const stateOverrides = { ...fixture.overrides, [call.from]: { balance: initialBalanceOf(call.from) + call.value } }
  try {
    const shown = await isAccountShown({ chain, simulator }, { block, call, stateOverrides }, payee, signal)
    return shown === false ? payee : null
  } catch (error) {
    if (!(error instanceof SimulationUnavailable)) throw error
    budget.fail(WHAT, error)
    return null
  }
}
