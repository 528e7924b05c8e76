import type { Address, Hex } from '@redoubt/risk/address.ts'

/** Selectors of the reads this folder makes, by what they ask. */
const READS = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  balanceOf: '0x70a08231',
  allowance: '0xdd62ed3e',
  ownerOf: '0x6352211e',
  getApproved: '0x081812fc',
  isApprovedForAll: '0xe985e9c5',
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
