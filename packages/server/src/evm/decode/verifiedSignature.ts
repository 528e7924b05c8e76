import type { Hex } from '@redoubt/risk/address.ts'
import { toFunctionSelector } from 'viem/utils'
import type { AbiItem, AbiParameter } from '../verification/explorer.ts'
import type { IndexedSignature } from './abiIndex.ts'
import { parseSignature } from './abiTypes.ts'

/** The function with this selector in a verified ABI, as a line of our index; null when it declares none that we can decode. */
export function verifiedSignature(abi: readonly AbiItem[], selector: Hex, by: string): IndexedSignature | null {
  for (const { type, name, inputs = [] } of abi) {
    if (type !== 'function' || name === undefined) continue
    try {
      const signature = parseSignature(`${name}(${inputs.map(declare).join(',')})`)
      if (toFunctionSelector(`function ${signature.canonical}`) === selector)
        return { ...signature, selector, abi: `verified:${by}` }
    } catch {
      // A type that calls cannot have: the others still count.
    }
  }
  return null
}

function declare({ type, name, components }: AbiParameter): string {
  const spelled = type.startsWith('tuple')
    ? `(${(components ?? []).map(declare).join(',')})${type.slice('tuple'.length)}`
    : type.replace(/^(u?int)(?!\d)/, '$1256')
  return name === '' ? spelled : `${spelled} ${name}`
}
