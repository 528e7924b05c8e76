import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { Facts } from '@redoubt/risk/facts.ts'

/**
 * `verified`: as the verification service has it. `recovered`: from the code: functions only, without the names of arguments
 * and without results; `name` is null where no signature is published.
 */
export type RenderedAbi = { source: 'verified' | 'recovered'; items: unknown[] }

/** The ABI of the contract, or what the code shows of it; null when there is no code. */
export function renderAbi({ provenance, bytecode }: Partial<Facts>): RenderedAbi | null {
  if (provenance?.abi) return { source: 'verified', items: [...provenance.abi] }
  return bytecode ? { source: 'recovered', items: bytecode.functions.map(recoveredItem) } : null
}

function recoveredItem({ selector, signature, arguments: types, mutability }: ContractFunction) {
  const name = signature?.slice(0, signature.indexOf('(')) ?? null
  const inputs = splitTypes(types).map((type) => ({ name: '', type }))
  return { type: 'function', selector, name, inputs, stateMutability: mutability }
}

/** `address,(uint256,bytes)[]` → `address`, `(uint256,bytes)[]`: commas within parentheses belong to a tuple. */
function splitTypes(types: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= types.length; at++) {
    const letter = types[at]
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if ((letter === ',' && depth === 0) || letter === undefined) {
      if (at > start) found.push(types.slice(start, at))
      start = at + 1
    }
  }
  return found
}
