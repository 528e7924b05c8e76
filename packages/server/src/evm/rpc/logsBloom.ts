import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Hex } from '@redoubt/risk/address.ts'
import { hexToBytes, keccak256 } from 'viem/utils'

type Bits = readonly [number, number, number]

/** Values whose bits are remembered: tokens and topics come in every block. */
const REMEMBERED = 20_000
/** Hashes between two turns of the event loop: 5 ms or so. */
const HASHES_A_TURN = 1_000

const known = new Map<Hex, Bits>()

/** The bloom filter that a header has of its block's logs, 256 bytes in lower case: addresses and topics, three bits each. */
export async function logsBloom(logs: readonly { address: Hex; topics: readonly Hex[] }[]): Promise<Hex> {
  const bytes = Buffer.alloc(256)
  let hashed = 0
  for (const { address, topics } of logs) {
    for (const value of [address, ...topics]) {
      let bits = known.get(value)
      if (bits === undefined) {
        if (known.size >= REMEMBERED) known.clear()
        bits = bitsOf(value)
        known.set(value, bits)
        if (++hashed % HASHES_A_TURN === 0) await nextTurn()
      }
      for (const bit of bits) bytes[255 - (bit >> 3)] = (bytes[255 - (bit >> 3)] ?? 0) | (1 << (bit & 7))
    }
  }
  return `0x${bytes.toString('hex')}`
}

/** The low 11 bits of the first three pairs of bytes of its hash (yellow paper, 4.4.1). */
function bitsOf(value: Hex): Bits {
  const hash = keccak256(hexToBytes(value), 'bytes')
  const bit = (at: number) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047
  return [bit(0), bit(2), bit(4)]
}
