import type { Address, Hex } from '@redoubt/risk/address.ts'
import { parseSignature } from './abiTypes.ts'
import { decodeArguments } from './decodeArguments.ts'

/** Selectors of the reads this folder makes, by what they ask. */
const READS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  asset: '0x38d52e0f',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  ownerOf: '0x6352211e',
  getApproved: '0x081812fc',
  isApprovedForAll: '0xe985e9c5',
  isOperator: '0xb6363cf2',
  allowanceOfId: '0x598af9e7',
  totalSupplyOfId: '0xbd85b039',
  balanceOfId: '0x00fdd58e',
  supportsInterface: '0x01ffc9a7',
  permit2Allowance: '0x927da105',
  isSanctioned: '0xdf592f7d',
  latestRoundData: '0xfeaf968c',
  getPair: '0xe6a43905',
  getPool: '0x1698ee82',
  poolByPair: '0xd9a641e1',
  getReserves: '0x0902f1ac',
  price0CumulativeLast: '0x5909c0d5',
  price1CumulativeLast: '0x5a3d5493',
  slot0: '0x3850c7bd',
  globalState: '0xe76c01e4',
  factory: '0xc45a0155',
  liquidity: '0x1a686502',
  getCurrentBlockTimestamp: '0x0f28c97d',
} as const satisfies Record<string, Hex>

/** Call data of a read whose arguments are addresses and integers. */
export function callData(read: keyof typeof READS, ...args: (Address | bigint)[]): Hex {
  const words = args.map((arg) => (typeof arg === 'bigint' ? arg.toString(16) : arg.slice(2)).padStart(64, '0'))
  return `0x${READS[read].slice(2)}${words.join('')}`
}

/** The n-th 32-byte word of an answer; null when there is no answer or it is shorter. */
export function wordAt(answer: Hex | null, index = 0): bigint | null {
  const word = answer?.slice(2 + index * 64, 66 + index * 64) ?? ''
  return word.length === 64 ? BigInt(`0x${word}`) : null
}

/** The address in the n-th word; null when the word is missing or holds more than an address. */
export function addressAt(answer: Hex | null, index = 0): Address | null {
  const word = wordAt(answer, index)
  return word === null || word >> 160n !== 0n ? null : `0x${word.toString(16).padStart(40, '0')}`
}

/** `max` bytes of the answer matter, where a few words are not enough. */
export type Read = { to: Address; data: Hex; max?: number; gas?: number }

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
