import type { Hex } from '@redoubt/risk/address.ts'
import { concatHex, keccak256, stringToHex } from 'viem/utils'

/** The node of an ENS name, which must be normalised (EIP-137). */
export function namehash(name: string): Hex {
  const root: Hex = `0x${'0'.repeat(64)}`
  return name
    .split('.')
    .reduceRight((node: Hex, label) => keccak256(concatHex([node, keccak256(stringToHex(label))])), root)
}
