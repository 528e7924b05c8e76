import type { Address, Hex } from '@redoubt/risk/address.ts'
import { addressAt } from '../decode/callData.ts'
import { addressesAt } from './addressesAt.ts'

/** Ends of the linked lists of Safe and of ERC-7579 accounts. */
const SENTINEL: Address = `0x${'1'.padStart(40, '0')}`
const PAGE = 50
/** 200 modules; a wallet has a handful. */
const MAX_PAGES = 4
const PAGE_ANSWER = 96 + 32 * PAGE

/**
 * Walks a linked list of addresses that a contract gives in pages: `f(address start, uint256 size)` answers
 * `(address[] page, address next)`. Null when it does not; `whole` false when it is longer than is read, or runs in a circle.
 */
export async function readPages(
  ask: (data: Hex, most: number) => Promise<Hex | null>,
  selector: Hex,
): Promise<{ addresses: Address[]; whole: boolean } | null> {
  const found = new Set<Address>()
  let start = SENTINEL
  for (let page = 0; page < MAX_PAGES; page++) {
    const word = (value: string) => value.padStart(64, '0')
    const data: Hex = `${selector}${word(start.slice(2))}${word(PAGE.toString(16))}`
    const answer = await ask(data, PAGE_ANSWER)
    const listed = addressesAt(answer)
    const next = addressAt(answer, 1)
    if (listed === null || next === null) return page === 0 ? null : { addresses: [...found], whole: false }
    for (const address of listed.addresses) found.add(address)
    if (!listed.whole) return { addresses: [...found], whole: false }
    if (next === SENTINEL || BigInt(next) === 0n) return { addresses: [...found], whole: true }
    // Before 1.4.0 `next` is the first of the page that follows and is left out of it; since then the last of this one.
    found.add(next)
    start = next
  }
  return { addresses: [...found], whole: false }
}
