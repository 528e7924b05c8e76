import type { Address, Hex } from '@redoubt/risk/address.ts'
import { word } from '../trade/trader.ts'
import type { Entry, EntryCall } from './entryCall.ts'

type Asked = {
  account: Address
  /** Wei of a payment that matters to its payer. */
  coins: bigint
  /** The same in a token; the call's own amount where it has no price. */
  amountOf(token: Address, amount: bigint): bigint
  /** Seconds of the block. */
  now: bigint
}

/** Seconds before the block from which on a past number is a date, and by which it lies ahead in the repetition. */
const YEAR = 365n * 86_400n
const AHEAD = 30n * 86_400n

/**
 * Repeats what a user did as a new account, with a sum that matters and with the user's own; then as the user, because a contract may
 * admit members only. Dates that have passed since, such as a deadline, lie ahead at last.
 */
export function repeatedEntry(call: EntryCall, { account, coins, amountOf, now }: Asked): Entry {
  const fresh = asAccount(call, account)
  const larger = (one: EntryCall) => withSums(one, { coins, amountOf })
  const known = [larger(fresh), fresh, larger(call), call]
  const ways = [...known, ...known.map((one) => ({ ...one, data: withLaterDates(one.data, now) }))]
  const keyOf = ({ from, value, data }: EntryCall) => `${from} ${value} ${data}`
  return { repeated: true, ways: [...new Map(ways.map((one) => [keyOf(one), one])).values()] }
}

function asAccount({ from, data, ...call }: EntryCall, account: Address): EntryCall {
  return { ...call, from: account, data: data.replaceAll(from.slice(2), account.slice(2)) as Hex }
}

function withLaterDates(data: Hex, now: bigint): Hex {
  const args = data.slice(10).match(/.{1,64}/g) ?? []
  const isPast = (one: string) => one.length === 64 && BigInt(`0x${one}`) <= now && BigInt(`0x${one}`) + 2n * YEAR > now
  return `${data.slice(0, 10)}${args.map((one) => (isPast(one) ? word(now + AHEAD) : one)).join('')}` as Hex
}

/** The call with other sums, also where its arguments name them. */
function withSums(
  { value, data, tokens, ...call }: EntryCall,
  { coins, amountOf }: Pick<Asked, 'coins' | 'amountOf'>,
): EntryCall {
  const changes = new Map<bigint, bigint>()
  if (value > 0n && value < coins) changes.set(value, coins)
  const paid = tokens.map(({ token, amount }) => {
    const other = amountOf(token, amount)
    if (other > amount) changes.set(amount, other)
    return { token, amount: other > amount ? other : amount }
  })
  const args = data.slice(10).match(/.{1,64}/g) ?? []
  const changed = args.map((one) => {
    const other = one.length === 64 ? changes.get(BigInt(`0x${one}`)) : undefined
    return other === undefined ? one : word(other)
  })
  return {
    ...call,
    value: changes.get(value) ?? value,
    data: `${data.slice(0, 10)}${changed.join('')}` as Hex,
    tokens: paid,
  }
}
