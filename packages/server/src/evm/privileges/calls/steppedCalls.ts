import type { Hex } from '@redoubt/risk/address.ts'
import type { ContractFunction } from '@redoubt/risk/facts/bytecode.ts'
import type { OwnerSwitch } from '@redoubt/risk/facts/privileges.ts'
import { word } from '../../trade/trader.ts'
import type { PrivilegesContext } from '../privilegesContext.ts'
import type { PlannedCall } from './argumentPlan.ts'
import type { AcceptedCall } from './tried.ts'

type Idle = { calls: readonly AcceptedCall[]; before: OwnerSwitch['before']; after: OwnerSwitch['before'] }

const MAX_FUNCTIONS = 12
/** How often: few, for what has a limit that many would run into. */
const TIMES = [3, 6]
/** A fee in basis points: what takes more has no limit that steps would get around. */
const MAX_NUMBER = 10_000n
/** Percentage points. */
const MIN_CHANGE = 0.5

/**
 * Calls that one limit measures by what went before, several times over: what moved a tax with a number, with twice the number
 * each time; what raised it, or takes nothing at all, as it is.
 */
export function steppedCalls(idle: readonly Idle[]): AcceptedCall[][] {
  const single = idle.flatMap(({ calls: [one, other], ...taxes }) => {
    return one === undefined || other !== undefined ? [] : [{ one, change: changeOf(taxes) }]
  })
  const functions = Map.groupBy(single, ({ one }) => `${one.target.address} ${one.made.selector} ${one.caller.address}`)
  const chains = [...functions.values()].flatMap((ways): AcceptedCall[][] => {
    const [max] = ways.toSorted((a, b) => ((a.one.way.number ?? 0n) > (b.one.way.number ?? 0n) ? -1 : 1))
    if (max === undefined) return []
    const { one, change } = max
    const { number } = one.way
    if (number !== null && number > MAX_NUMBER) return []
    const moves = ways.some((way) => way.change !== 0)
    if (number !== null && number > 0n && moves) return TIMES.map((times) => doubled(one, number, times))
    if (change <= 0 && one.way.args.length > 0) return []
    return TIMES.map((times) => Array.from({ length: times }, () => one))
  })
  return chains.slice(0, MAX_FUNCTIONS * TIMES.length)
}

function doubled(one: AcceptedCall, number: bigint, times: number): AcceptedCall[] {
  return Array.from({ length: times }, (_, index): AcceptedCall => {
    const next = number << BigInt(index + 1)
    const data = one.call.data.replaceAll(word(number), word(next)) as Hex
    const args = one.way.args.map((arg) => (arg === number.toString() ? next.toString() : arg))
    return { ...one, way: { ...one.way, data, args, number: next }, call: { ...one.call, data } }
  })
}

/** Above zero: some tax is higher. */
function changeOf({ before, after }: Pick<Idle, 'before' | 'after'>): number {
  const changes = (['buyTax', 'transferTax', 'sellTax'] as const).map((tax) => (after[tax] ?? 0) - (before[tax] ?? 0))
  const max = Math.max(...changes)
  const least = Math.min(...changes)
  if (max >= MIN_CHANGE) return max
  return least <= -MIN_CHANGE ? least : 0
}

/** Wei. */
const ONE_COIN = 10n ** 18n

const MAX_PAID = 1_000n * ONE_COIN

const MAX_PAID_WAYS = 3

/** The likeliest ways once more with coin: what the code asks for, else some. */
export function paidWays(
  { compared }: Pick<ContractFunction, 'compared'>,
  free: readonly PlannedCall[],
): PlannedCall[] {
  const sums = [...new Set([...(compared?.wei ?? []), ONE_COIN])].filter((sum) => sum <= MAX_PAID)
  return sums.flatMap((value) =>
    free.slice(0, MAX_PAID_WAYS).map((way) => ({ ...way, value, group: `${way.group} ${value}` })),
  )
}

/** Functions of tokens that every holder may call. transferFrom is tried separately. */
export const USERS = new Set([
  ...['0xa9059cbb', '0x095ea7b3', '0x39509351', '0xa457c2d7', '0xd505accf', '0xa22cb465', '0x42842e0e', '0xb88d4fde'],
  ...['0x23b872dd', '0xf242432a', '0x2eb2c2d6', '0x36568abe', '0x8bb9c5bf', '0xd73dd623', '0x66188463'],
])

/**
 * upgradeToAndCall, multicall, onERC721Received, onERC1155Received, onERC1155BatchReceived, upgradeAndCall, initialize(bytes),
 * permit with a signature of bytes, mint and mintBatch of ERC-1155: what bytes mean there is known.
 */
const STANDARD_BYTES = new Set([
  ...['0x4f1ef286', '0xac9650d8', '0x150b7a02', '0xf23a6e61', '0xbc197c81', '0x9623609d', '0x439fab91', '0x9fd5a6cf'],
  ...['0x731133e9', '0x1f7fdffa'],
])

/** Whether it compares the hash of bytes in the call, and writes storage that transfers read: trying cannot find these bytes. */
export function asksPassword(context: PrivilegesContext, made: ContractFunction): boolean {
  const open = /\b(bytes|string)\b/.test(made.arguments)
  return open && made.compared?.hashes === true && writesOf(context, made) === 0
}

/**
 * Whether it takes bytes, which are never tried, and writes storage that transfers read. Standard functions use bytes in a known
 * way.
 */
export function hidesContent(context: PrivilegesContext, made: ContractFunction): boolean {
  const known = USERS.has(made.selector) || STANDARD_BYTES.has(made.selector)
  return made.gated && !known && /\bbytes\b/.test(made.arguments) && writesOf(context, made) === 0
}

/** 0 for a export function that writes what transfers read, else 1. */
export function writesOf(
  { bytecode: { slots } }: Pick<PrivilegesContext, 'bytecode'>,
  { writes }: ContractFunction,
): 0 | 1 {
  return writes.some((slot) => slots.transferWords.includes(slot) || slots.transferMappings.includes(slot)) ? 0 : 1
}
