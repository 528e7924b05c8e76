import { toFunctionSelector } from 'viem/utils'
import { packSignatures } from '../../intel/pack/packSignatures.ts'
import entries from './abiIndex.generated.json' with { type: 'json' }
import { parseSignature, type Signature } from './abiTypes.ts'
import { WALLET_SIGNATURES } from './walletSignatures.ts'

/** A signature with the name of the ABI it came from. `selector` where the callee declares it. */
export type IndexedSignature = Signature & { abi: string; selector?: `0x${string}` }

const KINDS = { function: 'f', event: 'e', error: 'x' } as const

let lines: Map<string, { abi: string; text: string }[]> | undefined
const parsed = new Map<string, IndexedSignature[]>()

/**
 * Every signature of that kind with this selector (4 bytes; 32 for an event topic), most common ABI first. More than
 * one only when two different declarations collide. Functions in no ABI of the index are looked up in the data pack, whose
 * parameters have no names; which of several candidates is meant, only the bytes can tell. Parsed at first use: start-up
 * pays for a map of strings.
 * @param key hex digits without 0x, lower case.
 */
export function signaturesOf(kind: keyof typeof KINDS, key: string): readonly IndexedSignature[] {
  lines ??= readLines()
  const id = KINDS[kind] + key
  let signatures = parsed.get(id)
  if (signatures === undefined) {
    const found = lines.get(id) ?? (kind === 'function' ? packLines(key) : [])
    // Unknown selectors are not remembered: strangers choose them.
    if (found.length === 0) return []
    signatures = found.map(({ abi, text }) => ({ ...parseSignature(text), abi }))
    parsed.set(id, signatures)
  }
  return signatures
}

function packLines(selector: string): { abi: string; text: string }[] {
  return packSignatures(selector).map((text) => ({ abi: 'data-pack', text }))
}

function readLines(): Map<string, { abi: string; text: string }[]> {
  const map = new Map<string, { abi: string; text: string }[]>()
  for (const { abi, signatures } of entries) {
    for (const [key, text] of Object.entries(signatures)) {
      const others = map.get(key)
      if (others === undefined) map.set(key, [{ abi, text }])
      else others.push({ abi, text })
    }
  }
  for (const [abi, texts] of Object.entries(WALLET_SIGNATURES))
    for (const text of texts) {
      const key = `f${toFunctionSelector(`function ${parseSignature(text).canonical}`).slice(2)}`
      map.set(key, [...(map.get(key) ?? []), { abi, text }])
    }
  return map
}
