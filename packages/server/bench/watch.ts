import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { openSqlite } from '../src/store/engine/sqlite.ts'
import { openStore, type Store } from '../src/store/openStore.ts'
import { createJudgeBlock } from '../src/watch/alerts/judgeBlock.ts'
import { createWatchList } from '../src/watch/alerts/watchList.ts'
import type { WatchedBlock, WatchedLog } from '../src/watch/ports.ts'
import { followQuickChain } from './watch/followQuickChain.ts'

const ADDRESSES = 1_000_000
const ROWS_AT_ONCE = 2_000
const BLOCKS = 500
/** A block of Ethereum in 2026 has about so many; each transaction two. */
const LOGS_OF_BLOCK = 1_000
/** One log in so many is about a watched address. */
const HIT_EVERY = 500
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const SWAP: Hex = '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822'

/**
 * `perSecond`: logs judged per second, by the function that a watcher calls, against 1,000,000 addresses loaded from the
 * real store (SQLite, a file). One log in 500 is about one of them; the database is asked for its watchers and has none
 * left. `perCpuSecond`: the same per second of processor time. `bytes`: size of the table of addresses; `loadMs`: time to
 * load it; `longestMs`: the longest processor time of a load without a turn of the event loop.
 * `blocksBehind`: median, over a minute of blocks 0.45 s apart on a real anvil with a monitored wallet in each, of the
 * confirmed blocks that are not judged when the next is made; `maxBehind`: the maximum.
 */
export default async function watch(): Promise<object> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-watch-'))
  const file = join(folder, 'watch.db')
  const store = await openStore(`sqlite:${file}`, null)
  try {
    await store.migrate()
    await fill(file)
    const matched = await match(store)
    return { ...matched, ...(await followQuickChain()) }
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

async function match(store: Store): Promise<object> {
  const list = createWatchList(store.watchRows, { seed: 1, now: Date.now })
  const still = stillness()
  const began = performance.now()
  const set = await list.current('live')
  const loadMs = performance.now() - began
  const longestMs = still.end()
  const judge = createJudgeBlock({
    list,
    rows: store.watchRows,
    now: Date.now,
    sourcesFor: async () => {
      throw new Error('nobody watches any more')
    },
  })
  const blocks = Array.from({ length: BLOCKS }, (_, number) => blockOf(number))
  const { signal } = new AbortController()
  for (const block of blocks.slice(0, 50)) await judge(block, signal)
  const cpuBefore = process.cpuUsage()
  const start = performance.now()
  for (const block of blocks) if ((await judge(block, signal)).length > 0) throw new Error('an alert of nobody')
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(cpuBefore)
  const logs = BLOCKS * LOGS_OF_BLOCK
  return {
    addresses: set.size,
    bytes: set.bytes,
    perSecond: Math.round(logs / seconds),
    perCpuSecond: Math.round((logs / (user + system)) * 1_000_000),
    logs,
    loadMs: Math.round(loadMs),
    longestMs: Math.round(longestMs),
  }
}

/** Returns the longest processor time of this process without a turn of the event loop, in ms; other processes do not count. */
function stillness(): { end(): number } {
  const spent = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [longest, last, going] = [0, spent(), true]
  const look = () => {
    const now = spent()
    longest = Math.max(longest, now - last)
    last = now
    if (going) setImmediate(look)
  }
  setImmediate(look)
  return {
    end() {
      look()
      going = false
      return longest
    },
  }
}

async function fill(file: string): Promise<void> {
  const { db } = openSqlite(file)
  try {
    for (let at = 0; at < ADDRESSES; at += ROWS_AT_ONCE)
      await db
        .insertInto('watched_addresses')
        .values(
          Array.from({ length: ROWS_AT_ONCE }, (_, row) => ({
            environment: 'live',
            address: nth(at + row),
            chain: 'ethereum',
            owner_id: 'gone',
          })),
        )
        .execute()
  } finally {
    await db.destroy()
  }
}

/** Addresses look random, and are the same in every run. */
function nth(number: number): Address {
  let state = number + 1
  let digits = ''
  while (digits.length < 40) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    digits += (state >>> 0).toString(16).padStart(8, '0')
  }
  return `0x${digits}`
}

function blockOf(number: number): WatchedBlock {
  const word = (address: Address): Hex => `0x${address.slice(2).padStart(64, '0')}`
  const stranger = (at: number) => nth(ADDRESSES * 2 + number * LOGS_OF_BLOCK * 3 + at)
  const hash = (at: number): Hex => `0x${(number * LOGS_OF_BLOCK + at).toString(16).padStart(64, '0')}`
  const logs = Array.from({ length: LOGS_OF_BLOCK }, (_, at): WatchedLog => {
    const kind = at % 10
    const from = at % HIT_EVERY === 0 ? nth((number * 31 + at) % ADDRESSES) : stranger(at * 3)
    const parties = [word(from), word(stranger(at * 3 + 1))]
    return {
      address: stranger(at % 40),
      transactionHash: hash(at >> 1),
      logIndex: at,
      topics: [kind < 6 ? TRANSFER : kind < 8 ? APPROVAL : SWAP, ...parties],
      data: word(stranger(at)),
    }
  })
  const transactions = Array.from({ length: LOGS_OF_BLOCK / 2 }, (_, at) => ({
    hash: hash(at),
    from: stranger(at * 3 + 2),
    to: stranger(at % 40),
    value: 0n,
    input: '0x12345678' as const,
    nonce: BigInt(at),
  }))
  const block = { chain: 'ethereum', environment: 'live', number: BigInt(number), timestamp: 0n } as const
  return { ...block, hash: hash(0), parentHash: hash(0), transactions, logs }
}
