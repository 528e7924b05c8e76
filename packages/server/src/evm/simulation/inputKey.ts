import { createHash } from 'node:crypto'
import type { SimulationRequest } from './simulator.ts'

/** Hash of the executed input, independent of the block: crashes are remembered by it. */
export function inputKey({ block, transaction, stateOverrides, blockOverrides }: SimulationRequest): string {
  const input = { chain: block.chain, transaction, stateOverrides, blockOverrides }
  const text = JSON.stringify(input, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
  return createHash('sha256').update(text).digest('hex')
}
