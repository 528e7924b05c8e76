import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils'
import { words } from '../../trade/trader.ts'
import { argumentTypes } from '../calls/argumentPlan.ts'

/** A call whose numbers overflow where the code does not check its arithmetic. */
export type OverflowCall = { from: Address; data: Hex; args: string[]; value: bigint }
type Parties = {
  stranger: Address
  recipient: Address
  /** Null: none has tokens. */
  holder: Address | null
  supply: bigint
  /** Words that may be what one token costs. */
  prices: readonly bigint[]
}

const TRANSFER = '0xa9059cbb'
/** Numbers whose product with an even factor is nothing, alone and with the 18 decimals of a token. */
const EVEN = 2n ** 255n
const WITH_DECIMALS = 2n ** 237n
/** Two numbers whose product is nothing. */
const PAIRS = [
  [2n, EVEN],
  [EVEN, 2n],
]
const ADDRESS_LIST = 'address[]'
const WORDS = 2n ** 256n
const MAX_ARGUMENTS = 6

/**
 * Returns calls of one function with extreme numbers: lists of two receivers whose amounts add up, or multiply, to nothing; prices that overflow;
 * amounts beyond a balance of nothing; and a payment that is smaller than a fee. Empty where the arguments hold no number.
 */
export function overflowPlan(
  { selector, signature, arguments: recovered }: Pick<ContractFunction, 'selector' | 'signature' | 'arguments'>,
  { stranger, recipient, holder, supply, prices }: Parties,
): OverflowCall[] {
  // Less than a fee of a fixed amount: nothing, where no account has more.
  const small = holder === null ? callOf(stranger, recipient, 0n) : callOf(holder, recipient, 1n)
  if (selector === TRANSFER) return [callOf(stranger, recipient, supply), small]
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  // Code alone does not tell a list of accounts from one of numbers.
  const named = signature === null && !text.includes('address') ? text.replace('uint256[]', ADDRESS_LIST) : text
  const types = argumentTypes(named)
  if (types.length === 0 || types.length > MAX_ARGUMENTS || !types.some(isNumber)) return []
  const pairs = types.filter(isNumber).length > 1 ? PAIRS : []
  const free = [[EVEN], [WITH_DECIMALS], ...pairs, [1n]]
  const sweeps = [
    ...free.map((numbers) => ({ numbers, value: 0n })),
    // The least number whose price overflows costs less than one token.
    ...prices.map((price) => ({ numbers: [WORDS / price + 1n], value: (WORDS / price + 1n) * price - WORDS })),
  ]
  return sweeps.flatMap(({ numbers, value }) => {
    const next = { number: 0 }
    const take = () => numbers[Math.min(next.number++, numbers.length - 1)] ?? 0n
    try {
      const values = types.map((type) => argumentFor(type, { receivers: [stranger, recipient], take }))
      const encoded = encodeAbiParameters(parseAbiParameters(types.join(',')), values as never)
      return [{ from: stranger, data: `${selector}${encoded.slice(2)}` as Hex, args: values.map(textOf), value }]
    } catch {
      // A type that the recovery invented, or a number that does not fit its type.
      return []
    }
  })

  function callOf(from: Address, to: Address, amount: bigint): OverflowCall {
    return { from, data: words(TRANSFER, to, amount), args: [to, String(amount)], value: 0n }
  }
}

function isNumber(type: string): boolean {
  return /^u?int\d*(\[\d*\])?$/.test(type)
}

/** Lists have two items: the receivers, and the same number for each. */
function argumentFor(type: string, { receivers, take }: { receivers: readonly Address[]; take(): bigint }): unknown {
  if (type === ADDRESS_LIST) return receivers
  if (type === 'address') return receivers[0]
  if (type === 'bool') return true
  if (type === 'string') return ''
  if (type === 'bytes') return '0x'
  if (!isNumber(type)) throw new Error(`no value for ${type}`)
  const number = take()
  return type.endsWith(']') ? receivers.map(() => number) : number
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(String).join(', ')}]` : String(value)
}
