import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Read } from '../decode/callData.ts'

/** Result of one read of `readCalls`: its first two words; null when it failed or was shorter than one. */
export type TwoWords = readonly [bigint, bigint] | null

/** Call data for the trader contract (tools/contracts/trade/Trader.sol): many bounded reads in one call. */
export function traderReads(reads: readonly Read[]): Hex {
  const targets = `${word(BigInt(reads.length))}${reads.map(({ to }) => word(to)).join('')}`
  const bodies = reads.map(({ data }) => {
    const bytes = data.slice(2)
    return `${word(BigInt(bytes.length / 2))}${bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')}`
  })
  let offset = reads.length * 32
  const offsets = bodies.map((body) => {
    const at = offset
    offset += body.length / 2
    return word(BigInt(at))
  })
  const data = `${word(BigInt(reads.length))}${offsets.join('')}${bodies.join('')}`
  return `0x84941937${word(64n)}${word(BigInt(64 + targets.length / 2))}${targets}${data}`
}

/** The answers of `traderReads`; all null when the call itself failed. */
export function readTraderAnswers(output: Hex | null, count: number): TwoWords[] {
  const at = (index: number) => {
    const text = output?.slice(2 + (index + 2) * 64, 2 + (index + 3) * 64) ?? ''
    return text.length === 64 ? BigInt(`0x${text}`) : 0n
  }
  return Array.from({ length: count }, (_, index) =>
    at(index * 3) === 1n ? ([at(index * 3 + 1), at(index * 3 + 2)] as const) : null,
  )
}

/** Call data for a swap that the trader makes with the caller's tokens. */
export function traderSwap(
  style: 'v2' | 'v3',
  swap: { pool: Address; sold: Address; amount: bigint; soldIsFirst: boolean },
): Hex {
  return words(style === 'v2' ? '0xe53031b7' : '0x1bf738ba', swap.pool, swap.sold, swap.amount, swap.soldIsFirst)
}

/** Call data of a function by selector, whose arguments are static: one word each. */
export function words(selector: Hex, ...args: (Address | bigint | boolean)[]): Hex {
  return `0x${selector.slice(2)}${args.map(word).join('')}`
}

/** One argument as 64 hexadecimal digits. */
export function word(arg: Address | bigint | boolean): string {
  return (typeof arg === 'string' ? arg.slice(2) : BigInt(arg).toString(16)).padStart(64, '0')
}
