import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Bytecode, ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { AbiFunction } from 'viem'
import { toFunctionSelector, toFunctionSignature } from 'viem/utils'
import { codeTraits } from '../../intel/onchain/codeTraits.ts'
import { packSignatures } from '../../intel/pack/packSignatures.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { signaturesOf } from '../decode/abiIndex.ts'
import type { AnalysedCode } from './analysis/code.ts'
import { createAnalysisPool, type PoolLimits } from './createAnalysisPool.ts'

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
      return { ...found, address, functions: nameFunctions(found.functions, abi) }
    },
    close: pool.close,
  }
}

/**
 * Gives recovered functions their signatures: by the verified ABI, else by an index of well-known ones, and then only when
 * the arguments agree with what the code reads: selectors are four bytes, and scams choose names that collide.
 */
export function nameFunctions(
  functions: readonly ContractFunction[],
  abi: readonly unknown[] | null,
): ContractFunction[] {
  const verified = verifiedSignatures(abi ?? [])
  return functions.map((one) => ({ ...one, signature: verified.get(one.selector) ?? indexed(one) }))
}

function verifiedSignatures(abi: readonly unknown[]): Map<Hex, string> {
  const signatures = new Map<Hex, string>()
  for (const item of abi.slice(0, 2_000)) {
    if (typeof item !== 'object' || item === null || (item as AbiFunction).type !== 'function') continue
    try {
      const signature = toFunctionSignature(item as AbiFunction)
      if (signature.length <= 500) signatures.set(toFunctionSelector(item as AbiFunction), signature)
    } catch {
      // A service's ABI with an item that is none: the others still name theirs.
    }
  }
  return signatures
}

function indexed({ selector, arguments: recovered }: ContractFunction): string | null {
  const digits = selector.slice(2)
  const candidates = [...signaturesOf('function', digits).map(({ canonical }) => canonical), ...packSignatures(digits)]
  return candidates.find((signature) => agrees(signature.slice(signature.indexOf('(')), `(${recovered})`)) ?? null
}

/**
 * Whether arguments as recovered may be those declared. Code that ignores an argument, or does not check its width, looks as
 * if it had another word there: a word agrees with every type of one word, and missing ones at the end with anything.
 */
function agrees(declared: string, recovered: string): boolean {
  const [wanted, found] = [shapeOf(declared), shapeOf(recovered)]
  return found.length <= wanted.length && found.every((shape, at) => shape === wanted[at] || wanted[at] === '?')
}

/** Arguments at the top level as `word`, `bytes` or `list`; tuples as `?`, which code spreads over several words. */
function shapeOf(text: string): string[] {
  let depth = 0
  let item = ''
  const items: string[] = []
  for (const letter of text.slice(1, -1)) {
    if (letter === ',' && depth === 0) {
      items.push(item)
      item = ''
      continue
    }
    if (letter === '(') depth++
    if (letter === ')') depth--
    item += letter
  }
  if (item !== '') items.push(item)
  return items.map((type) => {
    if (type.startsWith('(')) return '?'
    if (type.endsWith(']')) return 'list'
    return type === 'bytes' || type === 'string' ? 'bytes' : 'word'
  })
}
