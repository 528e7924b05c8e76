import type { Hex } from '@redoubt/risk/address.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { AcceptedCall } from './tried.ts'

/** Handing over or giving up the ownership is no switch of trading. */
export const OWNERSHIP: ReadonlySet<string> = new Set(['0xf2fde38b', '0x715018a6', '0x79ba5097'])

/** Storage that the course of a transfer depends on. */
export function transferSlots({ bytecode: { slots, transferPath } }: Pick<PrivilegesContext, 'bytecode'>): Set<Hex> {
  const { conditions = [], scaledBy = [], calls = [] } = transferPath ?? {}
  const slotted = [...conditions, ...calls].flatMap(({ slot }) => slot ?? [])
  return new Set([...slots.transferWords, ...slots.transferMappings, ...slotted, ...scaledBy])
}

/** Whether the code of a call alone says that it may affect the token's trading. */
export function mayTouchTrading(
  context: Pick<PrivilegesContext, 'address' | 'bytecode'>,
  { target, made }: Pick<AcceptedCall, 'target' | 'made'>,
): boolean {
  if (OWNERSHIP.has(made.selector)) return false
  if (target.address !== context.address) return true
  if (!target.complete || context.bytecode.transferPath === null) return true
  const slots = transferSlots(context)
  const ofBalances = context.bytecode.slots.balances
  return made.writes.some((slot) => slots.has(slot) && slot !== ofBalances)
}
