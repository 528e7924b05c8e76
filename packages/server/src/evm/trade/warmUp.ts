import type { Address, Hex } from '@redoubt/risk/address.ts'
import { keccak256 } from 'viem/utils'
import { quoteSlots } from './quoteSlots.ts'
import type { TradeContext } from './tradeContext.ts'
import { word } from './words.ts'

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
  const { chain, block, token, venue, fresh, signal } = context
  const slotOf = await quoteSlots(context, { block, token, account: fresh('purse') }, signal)
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
