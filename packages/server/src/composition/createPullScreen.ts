import type { Address } from '@redoubt/risk/address.ts'
import { isOpenPull } from '@redoubt/risk/contract/guardedPullHits.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import { keccak256 } from 'viem/utils'
import type { BytecodeSource } from '../evm/bytecode/createBytecodeSource.ts'
import { resolveProxy } from '../evm/bytecode/proxy/resolveProxy.ts'
import { gatherGuardedPulls } from '../evm/privileges/pulls/gatherGuardedPulls.ts'
import type { ChainSource } from '../evm/rpc/chainSource.ts'

const MAX_KEPT = 1_000

/**
 * Builds the screen of contracts that any account can make take approved tokens. Their code alone is read and executed, without the
 * simulator; code that moves no tokens of others is asked once. Part of the composition root.
 * @throws when the code cannot be read.
 */
export function createPullScreen({ chain, bytecode }: { chain: ChainSource; bytecode: BytecodeSource }) {
  /** Hashes of code that moves no tokens of others whatever its state is. */
  const harmless = new Set<string>()
  /** Answers by block and spender: scans of one block ask about the same routers. */
  const answers = new Map<string, boolean>()

  return async (block: PinnedBlock, spender: Address, signal: AbortSignal): Promise<boolean> => {
    const question = `${block.hash}:${spender}`
    const known = answers.get(question)
    if (known !== undefined) return known
    const answer = await screen(block, spender, signal)
    dropOldest(answers)
    answers.set(question, answer)
    return answer
  }

  async function screen(block: PinnedBlock, spender: Address, signal: AbortSignal): Promise<boolean> {
    const code = await chain.code(block, spender, signal)
    if (code === '0x') return false
    const proxy = await resolveProxy(chain, { block, address: spender, code }, signal)
    const running = proxy?.implementations[0] ?? spender
    const runtime = running === spender ? code : await chain.code(block, running, signal)
    const key = keccak256(runtime)
    if (harmless.has(key)) return false
    const analysed = await bytecode.analyse({ address: running, code: runtime, abi: null }, signal)
    if (analysed === null) return false
    const { pulls, complete } = await gatherGuardedPulls(chain, { block, address: spender, bytecode: analysed }, signal)
    // What stands in its storage decides only where a path leads to a pull.
    if (pulls.length === 0 && complete && running === spender) {
      dropOldest(harmless)
      harmless.add(key)
    }
    return pulls.some(isOpenPull)
  }
}

function dropOldest(kept: { size: number; keys(): Iterator<string>; delete(key: string): boolean }): void {
  const oldest = kept.keys().next()
  if (kept.size >= MAX_KEPT && oldest.done !== true) kept.delete(oldest.value)
}
