import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { nextBlock } from '../simulation/engine/hardfork.ts'
import { quoteSlots } from './quoteSlots.ts'
import type { TradeResult } from './readTrade.ts'
import { runTrades } from './runTrades.ts'
import type { TradeContext } from './tradeContext.ts'
import { word } from './trader.ts'

const PUSH1 = 0x60
const PUSH32 = 0x7f
/** Times and durations take three to five bytes. */
const [PUSH3, PUSH5] = [0x62, 0x64]
const [TIMESTAMP, NUMBER] = [0x42, 0x43]
/** CALL, CALLCODE, DELEGATECALL, STATICCALL: other code may look at the clock. */
const CALLS = new Set([0xf1, 0xf2, 0xf4, 0xfa])
const HOUR = 3_600
const DAY = 24 * HOUR
const LONGEST = 3_650 * DAY
/** Opcodes between a date and the clock that it is compared with: selectors look like dates, too. */
const NEAR = 6

/**
 * What code says of time: whether it can look at the clock at all, and the seconds from `now` (Unix time) to the durations and
 * dates that stand in it, longest first. Data behind the code may read like either: nothing is proven by being here.
 * @param least durations that are tried anyway are left out.
 */
export function codeDurations(code: Hex, now: number, least: number): { looks: boolean; waits: number[] } {
  const bytes = Buffer.from(code.slice(2), 'hex')
  const waits = new Set<number>()
  const dates: { order: number; wait: number }[] = []
  const clocks: number[] = []
  let looks = false
  let order = 0
  for (let at = 0; at < bytes.length; at++, order++) {
    const opcode = bytes[at] ?? 0
    if (opcode === TIMESTAMP || opcode === NUMBER || CALLS.has(opcode)) looks = true
    if (opcode === TIMESTAMP) clocks.push(order)
    if (opcode < PUSH1 || opcode > PUSH32) continue
    const size = opcode - PUSH1 + 1
    if (opcode >= PUSH3 && opcode <= PUSH5 && at + size < bytes.length) {
      const value = bytes.readUIntBE(at + 1, size)
      if (value > now) dates.push({ order, wait: value - now })
      else if (value % HOUR === 0) waits.add(value)
    }
    at += size
  }
  for (const { order: place, wait } of dates)
    if (clocks.some((clock) => Math.abs(clock - place) <= NEAR)) waits.add(wait)
  const tried = [...waits].filter((wait) => wait > least && wait < LONGEST)
  return { looks, waits: tried.map((wait) => wait + HOUR).sort((a, b) => b - a) }
}

/** Seconds after which a sale is tried, when it works a day later and not in the next block. */
const WAITS = [60n, 300n, 900n, 3_600n, 6n * 3_600n]

/**
 * Seconds that a buyer has to wait before a sale: the first tried that is enough. Null when none are needed, and when a day is
 * not enough.
 */
export async function cooldown(
  context: TradeContext,
  seen: { sameBlock: TradeResult | null; nextBlock: TradeResult | null; dayLater: TradeResult | null },
): Promise<number | null> {
  // Who may sell and not give away waits for nothing.
  const refused = (result: TradeResult | null) =>
    result?.sellTax === null && (result.failed?.step === 'sell' || result.failed?.step === 'transfer')
  const sold = (result: TradeResult | null) => result?.failed === null
  if (refused(seen.sameBlock) && sold(seen.nextBlock))
    // Refused because of the transfer before it, or because it was the same block: only the latter is a matter of time.
    return seen.sameBlock?.alsoLost === undefined
      ? Number(nextBlock(context.block).timestamp - context.block.timestamp)
      : null
  if (!refused(seen.nextBlock) || !sold(seen.dayLater)) return null
  const plan = { account: context.fresh('limit'), spend: context.spend, passOn: false, expected: seen.nextBlock?.held }
  const results = await runTrades(
    context,
    WAITS.map((wait) => ({ ...plan, expected: plan.expected ?? null, wait })),
    'cooldown',
  )
  const first = results.findIndex(sold)
  return first === -1 ? DAY : Number(WAITS[first])
}

/** Mappings of allowances are next to those of balances: guesses that cost nothing when they are wrong. */
const NEIGHBOURS = [1n, 2n]

/**
 * Reads side by side the state that trades by these accounts will touch: the engine by itself reads one slot after another, each
 * a round trip. Never throws: missing reads are made later.
 */
export async function warmUp(context: TradeContext, accounts: readonly Address[]): Promise<void> {
  const { chain, block, token, venue, fresh, signal } = context
  const everybody = [...accounts, fresh('receiver'), context.trader]
  const buyer = fresh('buyer')
  const purchase = accounts.includes(buyer) ? venue.buy(buyer, context.spend).at(-1) : undefined
  const bought =
    purchase === undefined ? [] : [chain.prefetch(block, { ...purchase, also: [venue.pool.address, token] }, signal)]
  const people = everybody.flatMap((address): Promise<unknown>[] => [
    chain.balance(block, address, signal),
    chain.nonce(block, address, signal),
    chain.code(block, address, signal),
  ])
  await Promise.allSettled([...bought, ...people, warmSlots(context, everybody)])
}

async function warmSlots(context: TradeContext, accounts: readonly Address[]): Promise<void> {
  const { chain, block, token, venue, signal } = context
  const slotOf = await quoteSlots(context, { block, token }, signal)
  const quote = venue.quoteStorage
  const slots = accounts.flatMap((account) => [
    ...(slotOf === null ? [] : [slotOf(account)]),
    ...allowanceSlots(slotOf?.base, account, venue.router),
  ])
  const ofQuote = accounts.flatMap((account) => allowanceSlots(quote?.slot.base, account, venue.router))
  await Promise.allSettled([
    ...slots.map((slot) => chain.storage(block, token, slot, signal)),
    ...ofQuote.map((slot) => chain.storage(block, venue.pool.quote.address, slot, signal)),
  ])
}

function allowanceSlots(base: bigint | undefined, owner: Address, spender: Address): Hex[] {
  if (base === undefined) return []
  return NEIGHBOURS.map((distance) => {
    const ofOwner = keccak256(`0x${word(owner)}${word(base + distance)}`)
    return keccak256(`0x${word(spender)}${ofOwner.slice(2)}`)
  })
}
