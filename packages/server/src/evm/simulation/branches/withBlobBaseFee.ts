import type { Address, Hex } from '@redoubt/risk/address.ts'
import { isPush } from '../../bytecode/analysis/opcodes.ts'
import type { PreparedRun } from '../prepareRun.ts'

const BLOBBASEFEE = 0x4a
const PREVRANDAO = 0x44

/**
 * The same run where code reads this as the blob base fee. The engine takes its block's only, so the opcode is replaced by
 * PREVRANDAO, which costs the same and can be set; null where no code reads it.
 */
export function withBlobBaseFee(run: PreparedRun, value: bigint, codes: ReadonlyMap<Address, Hex>): PreparedRun | null {
  const stateOverrides = { ...run.stateOverrides }
  let found = false
  for (const [address, hex] of codes) {
    const bytes = Buffer.from(hex.slice(2), 'hex')
    let reads = false
    for (let at = 0; at < bytes.length; at++) {
      const opcode = bytes[at] ?? 0
      if (isPush(opcode)) at += opcode - 0x5f
      else if (opcode === BLOBBASEFEE) {
        bytes[at] = PREVRANDAO
        reads = true
      }
    }
    if (reads) stateOverrides[address] = { ...stateOverrides[address], code: `0x${bytes.toString('hex')}` }
    found ||= reads
  }
  if (!found) return null
  return { ...run, stateOverrides, next: { ...run.next, prevRandao: `0x${value.toString(16).padStart(64, '0')}` } }
}
