import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { CallFrame } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { codeAddresses } from '../privileges/holders/codeAddresses.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { StorageCode } from './lastWrite.ts'

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

export type ContractCode = StorageCode & {
  /** Accounts that are written in the code: who a gate without a slot may ask for. */
  fixed: readonly Address[]
}

/** The functions of every code that runs on one contract's storage, together. */
export async function readStorageCode(
  { chain, bytecode }: { chain: ChainSource; bytecode: Pick<BytecodeSource, 'analyse'> },
  { block, codes }: { block: PinnedBlock; codes: ReadonlySet<Address> },
  signal: AbortSignal,
): Promise<ContractCode> {
  const read = [...codes].map(async (address) => {
    const code: Hex = await chain.code(block, address, signal)
    return { code, analysed: await bytecode.analyse({ address, code, abi: null }, signal) }
  })
  const all = await Promise.all(read)
  const analysed = all.flatMap((one) => one.analysed ?? [])
  return {
    functions: analysed.flatMap(({ functions }) => functions),
    slots: analysed.map(({ slots }) => slots),
    // Code that delegates further may write what none of these functions does; of a proxy the other code was read.
    complete:
      analysed.length === all.length &&
      analysed.every(({ complete, opcodes }) => complete && (codes.size > 1 || !opcodes.delegatecall)),
    fixed: [...new Set(all.flatMap(({ code }) => codeAddresses(code)))].slice(0, MAX_FIXED),
  }
}

const MAX_FIXED = 4

/** Accounts that the code of strangers asks about, or that run. */
export type ReadAccounts = {
  /** Read without being called: what stands there can only be looked at. */
  asked: Address[]
  /** Called, contracts of their own storage and accounts that are only paid. */
  called: Address[]
}

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
