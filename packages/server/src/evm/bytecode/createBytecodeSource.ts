import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import type { Address, Hex } from '@redoubt/risk/facts.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { withSignal } from '../rpc/withSignal.ts'
import type { AnalysedCode } from './analysis/analysedCode.ts'
import { createAnalysisPool, type PoolLimits } from './createAnalysisPool.ts'
import { nameFunctions } from './nameFunctions.ts'

/** `abi`: the verified one, as JSON; null when there is none. */
export type BytecodeRequest = { address: Address; code: Hex; abi: readonly unknown[] | null }
export type BytecodeSource = {
  /**
   * What runtime code shows without running it; of a proxy, pass the implementation's address and code. Null when there is
   * no code, or the analysis could not be done (too many wait, a broken thread). Throws the signal's reason when aborted.
   */
  analyse(request: BytecodeRequest, signal: AbortSignal): Promise<Bytecode | null>
  close(): Promise<void>
}

/** Results by code hash: one scam's code lies at a thousand addresses. */
const MAX_REMEMBERED = 300

export function createBytecodeSource(limits: Partial<PoolLimits> = {}): BytecodeSource {
  const pool = createAnalysisPool(limits)
  const known = new Map<Hex, Promise<AnalysedCode | null>>()

  const analysed = (code: Hex): Promise<AnalysedCode | null> => {
    const { hash } = codeTraits(code)
    const before = known.get(hash)
    known.delete(hash)
    // Its time limit ends it; whoever asks next wants the result too.
    const result = before ?? pool.analyse(code)
    known.set(hash, result)
    const oldest = known.keys().next()
    if (known.size > MAX_REMEMBERED && oldest.done !== true) known.delete(oldest.value)
    // What was refused for want of room is tried again; what cost all its time once would do so every time.
    void result.then((one) => one === null && known.get(hash) === result && known.delete(hash))
    return result
  }

  return {
    async analyse({ address, code, abi }, signal) {
      signal.throwIfAborted()
      if (code.length <= 2) return null
      const found = await withSignal(analysed(code), signal)
      if (found === null) return null
      return { ...found, address, family: null, functions: nameFunctions(found.functions, abi) }
    },
    close: pool.close,
  }
}
