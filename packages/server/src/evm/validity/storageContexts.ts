import type { Address } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/execution.ts'

/** Accounts whose storage a call tree reads and writes, each with the code that did so. */
export type StorageContexts = ReadonlyMap<Address, ReadonlySet<Address>>

/**
 * Returns the accounts of a call tree in order of appearance, each with the codes that ran on its storage: its own, and those it
 * delegated to. Contracts that the transaction creates are left out: only it has written to them.
 */
export function storageContexts(trace: CallFrame): StorageContexts {
  const found = new Map<Address, Set<Address>>()
  const created = new Set<Address>()
  const visit = (frame: CallFrame, own: Address | null): void => {
    const { type, to } = frame
    const delegated = type === 'DELEGATECALL' || type === 'CALLCODE'
    const context = delegated ? own : to
    if (type === 'CREATE' || type === 'CREATE2') {
      if (to !== null) created.add(to)
    } else if (type !== 'SELFDESTRUCT' && context !== null && to !== null && BigInt(to) > MAX_PRECOMPILE) {
      const codes = found.get(context) ?? new Set()
      found.set(context, codes.add(to))
    }
    for (const call of frame.calls) visit(call, context)
  }
  visit(trace, trace.to)
  for (const address of created) found.delete(address)
  return found
}

/** Precompiled contracts have no storage (EIP-7910 lists those up to 0x11; 0x100 is P256VERIFY). */
const MAX_PRECOMPILE = 0x1ffn
