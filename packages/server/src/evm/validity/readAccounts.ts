import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'

/** Accounts that the code of strangers asks about, or that run. */
export type ReadAccounts = {
  /** Read without being called: what stands there can only be looked at. */
  asked: Address[]
  /** Called, contracts of their own storage and accounts that are only paid. */
  called: Address[]
}

const MAX_PRECOMPILE = 0x1ffn

/** The accounts that a run touches, without those at stake, the builder's and precompiled contracts. */
export function readAccounts(
  touched: Iterable<Address>,
  trace: CallFrame,
  besides: ReadonlySet<Address>,
): ReadAccounts {
  const ran = new Set<Address>()
  const visit = ({ to, calls }: CallFrame) => {
    if (to !== null) ran.add(to)
    for (const call of calls) visit(call)
  }
  visit(trace)
  const accounts = [...touched].filter((address) => !besides.has(address) && BigInt(address) > MAX_PRECOMPILE)
  return { asked: accounts.filter((one) => !ran.has(one)), called: accounts.filter((one) => ran.has(one)) }
}
