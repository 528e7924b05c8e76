import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { BytecodeSource } from '../bytecode/createBytecodeSource.ts'
import { codeAddresses } from '../privileges/holders/codeAddresses.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { StorageCode } from './writersOf.ts'

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
