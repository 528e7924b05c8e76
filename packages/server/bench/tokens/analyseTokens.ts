import type { Bytecode } from '@redoubt/risk/facts/bytecode.ts'
import { createBytecodeSource } from '../../src/evm/bytecode/createBytecodeSource.ts'
import type { TokenRow } from './readTokens.ts'

/** One analysis after another, as a scan makes them; throws when one gives nothing. */
export async function analyseTokens(rows: readonly TokenRow[]): Promise<{ bytecodes: Bytecode[]; slowestMs: number }> {
  const source = createBytecodeSource()
  const { signal } = new AbortController()
  const bytecodes: Bytecode[] = []
  let slowestMs = 0
  for (const { address, runtime } of rows) {
    const before = performance.now()
    const bytecode = await source.analyse({ address, code: runtime, abi: null }, signal)
    slowestMs = Math.max(slowestMs, performance.now() - before)
    if (bytecode === null) throw new Error(`${address} could not be analysed`)
    bytecodes.push(bytecode)
  }
  await source.close()
  return { bytecodes, slowestMs: Math.round(slowestMs) }
}
