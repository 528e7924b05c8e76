import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

/** `most` bytes of the answer matter, where a few words are not enough. */
export type Read = { to: Address; data: Hex; most?: number }

const RESULTS = parseSignature('results((bool success,bytes returnData)[] results)').inputs

/** Call data of Multicall3's aggregate3((address target,bool allowFailure,bytes callData)[]), every failure allowed. */
export function encodeAggregate(reads: readonly Read[]): Hex {
  const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
  let offset = reads.length * 32
  const heads: string[] = []
  const tails: string[] = []
  for (const { to, data } of reads) {
    const bytes = data.slice(2)
    const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
    const tail = `${to.slice(2).padStart(64, '0')}${word(1)}${word(96)}${word(bytes.length / 2)}${padded}`
    heads.push(word(offset))
    tails.push(tail)
    offset += tail.length / 2
  }
  return `0x82ad56cb${word(32)}${word(reads.length)}${heads.join('')}${tails.join('')}`
}

/** The answers of `aggregate3`, null for each call that failed; null when the output is not one. */
export function decodeAggregate(output: Hex | null): (Hex | null)[] | null {
  if (output === null) return null
  const results = decodeArguments(RESULTS, output.slice(2))?.values[0] as [boolean, Hex][] | undefined
  return results?.map(([success, data]) => (success ? data : null)) ?? null
}
