import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import { concatHex, encodeAbiParameters, numberToHex, parseAbiParameters } from 'viem/utils'
import { argumentTypes } from '../calls/argumentPlan.ts'
import { type ForgedSignature, signatureIn } from '../drainingCalls.ts'

type Parameter = { type: string; components?: readonly Parameter[] }
/** The numbers and accounts of a call, in their order. */
export type Filling = { numbers: readonly bigint[]; accounts: readonly Address[] }
/** A call with a place for a signature. */
export type SignedCall = {
  numbers: readonly bigint[]
  /** The place of the token; null: none. */
  placed: number | null
  /** The filling with another number. */
  changed(at: number, to: bigint): Filling
  /** The filling with another receiver, where the call names one account beside the token, and nothing to call it with; else null. */
  redirected(to: Address): Filling | null
  data(signature: ForgedSignature, filling?: Filling): Hex
  args(filling: Filling): string[]
}

const MAX_NUMBERS = 8
const MAX_PLACED = 3
/** A date that is not over: seconds. */
const LATE = 1n << 40n
const NOTHING: ForgedSignature = { bytes: '0x', v: 0n, words: [0n, 0n] }

/**
 * Calls of a function that is given a signature: dates that are not over in one place of a number, in none, in all or in all but one, and the
 * token in one place of an account.
 */
export function filledCalls(
  { selector, signature, arguments: recovered }: ContractFunction,
  { account, token }: { account: Address; token: Address | null },
): SignedCall[] {
  const text = signature === null ? recovered : signature.slice(signature.indexOf('(') + 1, -1)
  try {
    const parameters = parseAbiParameters(argumentTypes(text).join(',')) as readonly Parameter[]
    const isInside = signatureIn(parameters, NOTHING).size === 0
    const count = { numbers: 0, accounts: 0, bytes: 0 }
    encode(NOTHING, {
      number: () => BigInt(count.numbers++ * 0),
      account: () => {
        count.accounts++
        return account
      },
      bytes: () => {
        count.bytes++
        return '0x'
      },
    })
    if (isInside && count.bytes === 0) return []
    if (count.numbers === 0 || count.numbers > MAX_NUMBERS) return []
    const tokens = token === null ? [] : [token]
    const plain = Array.from({ length: count.accounts }, () => account)
    const accounts: { all: Address[]; placed: number | null }[] = [
      { all: plain, placed: null },
      ...tokens.flatMap((one) =>
        Array.from({ length: Math.min(count.accounts, MAX_PLACED) }, (_, at) => ({
          all: plain.with(at, one),
          placed: at,
        })),
      ),
    ]
    return accounts.flatMap(({ all, placed }) =>
      numbersOf(count.numbers).map((numbers) => callOf({ numbers, accounts: all }, placed)),
    )

    function callOf(base: Filling, placed: number | null): SignedCall {
      const others = base.accounts.flatMap((_, at) => (at === placed ? [] : [at]))
      const [receiver] = others
      const isPayment = others.length === 1 && count.bytes === (isInside ? 1 : 0)
      return {
        numbers: base.numbers,
        placed,
        redirected: (to) =>
          isPayment && receiver !== undefined ? { ...base, accounts: base.accounts.with(receiver, to) } : null,
        changed: (at, to) => ({ ...base, numbers: base.numbers.with(at, to) }),
        data: (signed, filling = base) => {
          const values = encode(signed, from(filling, isInside ? { at: count.bytes - 1, bytes: signed.bytes } : null))
          return concatHex([selector, encodeAbiParameters(parameters as never, values as never)])
        },
        args: (filling) => encode(NOTHING, from(filling, null)).map(textOf),
      }
    }

    function encode(signed: ForgedSignature, source: Source): unknown[] {
      const places = signatureIn(parameters, signed)
      return parameters.map((one, at) => places.get(at) ?? fill(one, source))
    }
  } catch {
    // A type that the recovery invented.
    return []
  }
}

type Source = { number(): bigint; account(): Address; bytes(): Hex }

/** `signature`: the bytes that hold it, counted from 0. */
function from({ numbers, accounts }: Filling, signature: { at: number; bytes: Hex } | null): Source {
  const next = { number: 0, account: 0, bytes: 0 }
  return {
    number: () => numbers[next.number++] ?? 0n,
    account: () => accounts[next.account++] as Address,
    bytes: () => (next.bytes++ === signature?.at ? signature.bytes : '0x'),
  }
}

function numbersOf(count: number): bigint[][] {
  const each = Array.from({ length: count }, (_, at) => at)
  const made = (of: (at: number) => boolean) => each.map((at) => (of(at) ? LATE : 0n))
  const all = [
    ...each.map((one) => made((at) => at === one)),
    made(() => false),
    made(() => true),
    ...each.map((one) => made((at) => at !== one)),
  ]
  return [...new Map(all.map((one) => [one.join(), one])).values()]
}

function fill({ type, components = [] }: Parameter, source: Source): unknown {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? 1 : Math.min(Number(array[2]), MAX_NUMBERS)
    return Array.from({ length }, () => fill({ type: array[1] ?? '', components }, source))
  }
  if (type === 'address') return source.account()
  if (type === 'bool') return true
  if (type === 'tuple') return components.map((one) => fill(one, source))
  const bits = /^u?int(\d*)$/.exec(type)?.[1]
  if (bits !== undefined) {
    const max = 2n ** BigInt(Number(bits || 256) - (type.startsWith('i') ? 1 : 0)) - 1n
    const value = source.number()
    return value > max ? max : value
  }
  const size = /^bytes(\d+)$/.exec(type)?.[1]
  if (size !== undefined) return numberToHex(0n, { size: Number(size) })
  return type === 'string' ? '' : source.bytes()
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.map(textOf).join(', ')}]` : String(value)
}
