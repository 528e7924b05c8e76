import type { Address, Hex } from '@redoubt/risk/address.ts'

/** Call data of a function by selector, whose arguments are static: one word each. */
export function words(selector: Hex, ...args: (Address | bigint | boolean)[]): Hex {
  return `0x${selector.slice(2)}${args.map(word).join('')}`
}

/** One argument as 64 hexadecimal digits. */
export function word(arg: Address | bigint | boolean): string {
  return (typeof arg === 'string' ? arg.slice(2) : BigInt(arg).toString(16)).padStart(64, '0')
}
