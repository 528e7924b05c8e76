import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { withSignal } from '../../lib/withSignal.ts'
import type { AnalysedCode } from './analysis/analysedCode.ts'
import { createAnalysisPool, type PoolLimits } from './createAnalysisPool.ts'
import { nameFunctions } from './nameFunctions.ts'

/** `abi`: the verified ABI as JSON; null when there is none. */
export type BytecodeRequest = { address: Address; code: Hex; abi: readonly unknown[] | null }
export type BytecodeSource = {
  /**
   * Analyses runtime code without running it; for a proxy, pass the implementation's address and code. Null when there is no
   * code, or when the analysis failed (queue full, broken thread). Throws the signal's reason when aborted.
   */
  analyse(request: BytecodeRequest, signal: AbortSignal): Promise<Bytecode | null>
  close(): Promise<void>
}

/** Limit of results kept by code hash: the code of one scam often has a thousand addresses. */
const MAX_REMEMBERED = 300

export function createBytecodeSource(limits: Partial<PoolLimits> = {}): BytecodeSource {
  const pool = createAnalysisPool(limits)
  const known = new Map<Hex, Promise<AnalysedCode | null>>()

  const analysed = (code: Hex): Promise<AnalysedCode | null> => {
    const { hash } = codeTraits(code)
    const before = known.get(hash)
    known.delete(hash)
    // Not tied to the caller's signal: its time limit ends it, and the next caller wants the result too.
    const result = before ?? pool.analyse(code)
    known.set(hash, result)
    const oldest = known.keys().next()
    if (known.size > MAX_REMEMBERED && oldest.done !== true) known.delete(oldest.value)
    // A request refused by a full queue is tried again; one that used up its time limit would do so every time.
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
