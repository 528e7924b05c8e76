import type { Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { decodeRevert } from '../decode/decodeRevert.ts'
import type { CallOutcome } from '../simulation/simulator.ts'
import type { TradePool } from './venue.ts'

/** Amounts of one swap, in base units: into the pool and out of it. */
export type SwapAmounts = { tokenIn: bigint; tokenOut: bigint; quoteIn: bigint; quoteOut: bigint }

/** Swap(address,uint256,uint256,uint256,uint256,address) of Uniswap V2. */
const V2_SWAP: Hex = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'
/** Swap(address,address,int256,int256,…) of Uniswap V3 and Algebra, and of PancakeSwap V3 with two more members. */
const V3_SWAPS: ReadonlySet<Hex> = new Set<Hex>([
  '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
  '0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83',
])

/** The pool's last swap of a call: tokens that sell of their own within a transfer do so before it. Null when none is logged. */
export function lastSwap(pool: Pick<TradePool, 'address' | 'tokenIsFirst'>, logs: readonly Log[]): SwapAmounts | null {
  const swaps = logs.flatMap((log) => (log.address === pool.address ? [amountsOf(log)] : []))
  const last = swaps.findLast((swap) => swap !== null) ?? null
  if (last === null) return null
  const [token, quote] = pool.tokenIsFirst ? [last[0], last[1]] : [last[1], last[0]]
  return { tokenIn: token.in, tokenOut: token.out, quoteIn: quote.in, quoteOut: quote.out }
}

/** Whether the pool itself says that it traded. */
export function isSwap(log: Pick<Log, 'topics'>): boolean {
  return swapStyle(log) !== null
}

/** Shape of the pool that logs a swap; null for any other log. */
export function swapStyle({ topics: [topic] }: Pick<Log, 'topics'>): 'v2' | 'v3' | null {
  if (topic === V2_SWAP) return 'v2'
  return topic !== undefined && V3_SWAPS.has(topic) ? 'v3' : null
}

type Side = { in: bigint; out: bigint }

/** Returns the swapped amounts of a pool's two tokens; null for any other log. */
export function amountsOf({ topics: [topic], data }: Pick<Log, 'topics' | 'data'>): readonly [Side, Side] | null {
  const words = (data.slice(2).match(/.{64}/g) ?? []).map((text) => BigInt(`0x${text}`))
  const [a, b, c, d] = words
  if (a === undefined || b === undefined) return null
  if (topic === V2_SWAP && c !== undefined && d !== undefined)
    return [
      { in: a, out: c },
      { in: b, out: d },
    ]
  return topic !== undefined && V3_SWAPS.has(topic) ? [signed(a), signed(b)] : null
}

/** V3 logs what the pool gained, and what it gave as a negative number. */
function signed(value: bigint): Side {
  const gained = BigInt.asIntN(256, value)
  return gained >= 0n ? { in: gained, out: 0n } : { in: 0n, out: -gained }
}

/** Returns the share of the sent amount that did not arrive, in percent with four decimals; null when nothing was sent. */
export function taxOf(given: bigint, arrived: bigint): number | null {
  if (given <= 0n) return null
  if (arrived >= given) return 0
  // To the nearest: tokens round their taxes down.
  return Number(((given - arrived) * 1_000_000n + given / 2n) / given) / 10_000
}

const MAX_CHARACTERS = 4_098

/** Share of its gas from which a failed call is taken to have run out of it, in percent. */
const EXHAUSTED_PERCENT = 95n

/** Messages of exchanges when a token refused, without the token's own reason. */
const MASKED = /TRANSFER_FAILED|TRANSFER_FROM_FAILED|transferFrom failed|^(STF|TF|IIA)$/

/** Why a call failed, for people: cleaned and bounded. */
export function failureReason(outcome: CallOutcome, gas: bigint | undefined): string {
  const said = decodeRevert(outcome.output.slice(0, MAX_CHARACTERS) as Hex)
  if (said !== null) return said
  const exhausted = gas !== undefined && outcome.gasUsed * 100n >= gas * EXHAUSTED_PERCENT
  return exhausted ? 'it used up all of its gas' : 'it reverted without a reason'
}

/** Whether the token itself may know more than the exchange says. */
export function isMasked(reason: string | null): boolean {
  return reason === null || reason === 'it reverted without a reason' || MASKED.test(reason)
}
