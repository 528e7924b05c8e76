import type { Address } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { ProxyFact } from '@redoubt/risk/facts/privileges.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { BytecodeSource } from './createBytecodeSource.ts'

/** Analyses the code that runs at an address: of a proxy, its first implementation. */
export async function analyseRunning(
  { chain, bytecode }: { chain: ChainSource; bytecode: BytecodeSource },
  block: PinnedBlock,
  { address, proxy, abi }: { address: Address; proxy: ProxyFact | null; abi: readonly unknown[] | null },
  signal: AbortSignal,
): Promise<Bytecode | null> {
  const running = proxy?.implementations[0] ?? address
  const code = await chain.code(block, running, signal)
  return bytecode.analyse({ address: running, code, abi }, signal)
}
