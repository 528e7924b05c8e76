import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'

/** Words of storage by slot, both as 32 bytes. */
export type Words = ReadonlyMap<Hex, Hex>

/** Words of storage that were read at recent blocks, for whatever purpose, by account. */
export type ReadWords = {
  note(block: PinnedBlock, address: Address, slot: Hex, value: Hex): void
  /** Null: not all of them are kept. */
  of(block: PinnedBlock, address: Address): Words | null
}

const MAX_BLOCKS = 512
/** Of all blocks together, about 200 bytes each. */
const MAX_WORDS = 50_000
const MAX_WORDS_OF_ACCOUNT = 2_000

type Noted = { words: number; accounts: Map<Address, Map<Hex, Hex> | null> }

/** Keeps the words of the newest blocks. A block that had to make room says so. */
export function createReadWords(): ReadWords {
  /** Null: forgotten. */
  const blocks = new Map<Hex, Noted | null>()
  let words = 0

  const begin = (hash: Hex): Noted => {
    const noted: Noted = { words: 0, accounts: new Map() }
    blocks.set(hash, noted)
    if (blocks.size > MAX_BLOCKS) {
      const oldest = blocks.keys().next().value
      if (oldest !== undefined) {
        forget(oldest)
        blocks.delete(oldest)
      }
    }
    return noted
  }
  const forget = (hash: Hex) => {
    words -= blocks.get(hash)?.words ?? 0
    blocks.set(hash, null)
  }

  return {
    note({ hash }, address, slot, value) {
      const noted = blocks.has(hash) ? blocks.get(hash) : begin(hash)
      if (!noted) return
      const known = noted.accounts.get(address)
      if (known === null) return
      const account = known ?? new Map<Hex, Hex>()
      if (account.has(slot)) return
      if (account.size >= MAX_WORDS_OF_ACCOUNT) {
        words -= account.size
        noted.words -= account.size
        noted.accounts.set(address, null)
        return
      }
      noted.accounts.set(address, account.set(slot, value))
      noted.words++
      words++
      for (const [oldest, one] of blocks) {
        if (words <= MAX_WORDS) break
        if (one !== null) forget(oldest)
      }
    },
    of({ hash }, address) {
      if (!blocks.has(hash)) return NOTHING
      const account = blocks.get(hash)?.accounts
      if (account === undefined) return null
      const found = account.get(address)
      return found === undefined ? NOTHING : found
    },
  }
}

const NOTHING: Words = new Map()
