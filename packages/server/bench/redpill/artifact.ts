import { readFileSync } from 'node:fs'
import type { Hex } from '@redoubt/risk/address.ts'

/** Init code by contract name, of `drainers`, `exitless` or `honest` (tools/contracts/src/redpill). */
export function redpillContracts(source: 'drainers' | 'exitless' | 'honest'): Record<string, Hex> {
  const text = readFileSync(`${import.meta.dirname}/artifacts/${source}.generated.json`, 'utf8')
  return (JSON.parse(text) as { contracts: Record<string, Hex> }).contracts
}
