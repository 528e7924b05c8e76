import type { Observation } from '../observation.ts'
import type { ObservedCall } from '../observeCalls.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'

/** Funds that a call lessened, or that it let another account take. */
export function reached(one: ObservedCall): (number | null)[] {
  const caught = one.allowances.map(({ asset }) => asset)
  return [...new Set([...drained(one), ...caught])]
}

/** Which funds of the contract a call lessened: null for native coin, else the asset. */
export function drained({ before, after }: Pick<ObservedCall, 'before' | 'after'>): (number | null)[] {
  if (after === null) return []
  const assets = before.assets.flatMap(({ subject }, index) =>
    (subject ?? 0n) > (after.assets[index]?.subject ?? subject ?? 0n) ? [index] : [],
  )
  return before.native.subject > after.native.subject ? [null, ...assets] : assets
}

/** Whether the call lessened these funds, names no account of the trials, and its caller got none of them. */
export function isPaidElsewhere(
  { fixture }: Pick<PrivilegesContext, 'fixture'>,
  { tried, before, after }: ObservedCall,
  asset: number | null,
): boolean {
  if (after === null || !drained({ before, after }).includes(asset)) return false
  const { holder, recipient, probe, pool } = fixture
  const isNamed = [holder, recipient, probe, pool].some((one) => one !== null && tried.call.data.includes(one.slice(2)))
  const heldBy = (seen: Observation) => (asset === null ? seen.native.caller : (seen.assets[asset]?.caller ?? null))
  const [was, is] = [heldBy(before), heldBy(after)]
  return !isNamed && was !== null && is !== null && is <= was
}
