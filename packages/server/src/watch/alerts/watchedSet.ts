import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'

/**
 * Addresses by 64 of their bits, each with the networks that it is watched on: nine bytes a slot. What it says is watched is asked of
 * the database, so that an address made to share these bits costs a question and nothing else.
 */
export type WatchedSet = {
  /** Adds 0x and 40 lower-case digits. @param chain null: every network. */
  add(address: string, chain: Chain | null): void
  /** @param at where in `text` the address's 40 lower-case digits begin: 26 in a topic. */
  has(text: string, at: number, chain: Chain): boolean
  /** Whether any address is watched there. */
  any(chain: Chain): boolean
  readonly size: number
  readonly bytes: number
}

/** Each grows by itself: moving a whole million at once would block the event loop for a fifth of a second. */
const TABLES = 64
const FIRST_SLOTS = 16
/** Above this share of slots a table doubles: a million addresses are in two million slots, 19 MB. */
const FULLEST = 0.7
const EVERY = (1 << CHAINS.length) - 1

/** `chains`: bits of networks; none: the slot is free. */
type Table = { slots: number; size: number; high: Uint32Array; low: Uint32Array; chains: Uint8Array }

/** @param seed 32 secret bits: strangers choose the addresses, and must not choose where they collide. */
export function createWatchedSet(seed: number): WatchedSet {
  const tables = Array.from({ length: TABLES }, () => tableOf(FIRST_SLOTS))
  let watched = 0

  function hashOf(a: number, b: number): number {
    const hash = Math.imul(a ^ seed, 0x9e3779b1) ^ Math.imul(b + seed, 0x85ebca6b)
    const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
    return (mixed ^ (mixed >>> 13)) >>> 0
  }

  /** The slot of these bits, or the free one where they belong. */
  function slotOf({ slots, high, low, chains }: Table, hash: number, a: number, b: number): number {
    let slot = (hash >>> 6) & (slots - 1)
    while (chains[slot] !== 0 && (high[slot] !== a || low[slot] !== b)) slot = (slot + 1) & (slots - 1)
    return slot
  }

  function put(table: Table, hash: number, a: number, b: number, bits: number): void {
    const slot = slotOf(table, hash, a, b)
    if (table.chains[slot] === 0) table.size++
    table.high[slot] = a
    table.low[slot] = b
    table.chains[slot] = (table.chains[slot] as number) | bits
  }

  function grown(table: Table): Table {
    const bigger = tableOf(table.slots * 2)
    for (let slot = 0; slot < table.slots; slot++) {
      if (table.chains[slot] === 0) continue
      const [a, b] = [table.high[slot] as number, table.low[slot] as number]
      put(bigger, hashOf(a, b), a, b, table.chains[slot] as number)
    }
    return bigger
  }

  return {
    add(address, chain) {
      const [a, b] = [word(address, 26), word(address, 34)]
      const hash = hashOf(a, b)
      const which = hash % TABLES
      let table = tables[which] as Table
      if (table.size >= table.slots * FULLEST) table = grown(table)
      tables[which] = table
      const bits = chain === null ? EVERY : bitOf(chain)
      put(table, hash, a, b, bits)
      watched |= bits
    },
    has(text, at, chain) {
      const [a, b] = [word(text, at + 24), word(text, at + 32)]
      const hash = hashOf(a, b)
      const table = tables[hash % TABLES] as Table
      return ((table.chains[slotOf(table, hash, a, b)] as number) & bitOf(chain)) !== 0
    },
    any: (chain) => (watched & bitOf(chain)) !== 0,
    get size() {
      return tables.reduce((sum, { size }) => sum + size, 0)
    },
    get bytes() {
      return tables.reduce(
        (sum, { high, low, chains }) => sum + high.byteLength + low.byteLength + chains.byteLength,
        0,
      )
    },
  }
}

function tableOf(slots: number): Table {
  return { slots, size: 0, high: new Uint32Array(slots), low: new Uint32Array(slots), chains: new Uint8Array(slots) }
}

function bitOf(chain: Chain): number {
  return 1 << CHAINS.indexOf(chain)
}

/** Eight lower-case hexadecimal digits as 32 bits; without the cost of a string for each. */
function word(text: string, at: number): number {
  let value = 0
  for (let place = at; place < at + 8; place++) {
    const code = text.charCodeAt(place)
    value = (value << 4) | (code < 58 ? code - 48 : code - 87)
  }
  return value >>> 0
}
