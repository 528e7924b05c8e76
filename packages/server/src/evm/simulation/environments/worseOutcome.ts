import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Log } from '@redoubt/risk/facts/execution.ts'
import { type FlatOutcome, NATIVE } from '../flatRun.ts'

const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_SINGLE: Hex = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const TRANSFER_BATCH: Hex = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
/** Approval, ApprovalForAll, Permit2's Approval and Permit: the owner is the first topic, the first word what it permits. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])
/** Percent of the main run's amount that interest or a Dutch auction may reach in a month. */
const MORE = 110n
/** Percent of the main run's amount below which the sender no longer gets what was shown. */
const LESS = 50n
/** Multiple of the main run's amount from which that amount was next to nothing. */
const FAR_MORE = 100n
/** Id for a whole collection, in a batch whose ids are not read. */
const BATCH = 'batch'

/** How another run treats an account worse: it takes assets that the main run leaves alone, or only other amounts. */
export type Worse = 'new' | 'more'

/** Parts of a loss that do not count, or count less. */
type Terms = {
  /** Wei of native coin that do not count: gas charges and refunds of contracts follow the gas price. */
  dust?: bigint
  /** Wei of native coin whose loss counts only as another amount: a player's stake. */
  stake?: bigint
  /** Transfers to and from these do not count. */
  besides?: readonly Address[]
}

/**
 * Judges by the logs how another run treats an account worse than the main one; null when it does not. `new`: it takes an asset,
 * or gives a permission, that the main run does not (or next to nothing of it), or it takes and no longer gives anything. `more`:
 * it takes or permits a tenth more, or gives less than half of something. A run that fails takes nothing and is not worse. Where
 * the main run fails, a run that pays for what it takes is an offer that is not open yet.
 */
export function worseOutcome(main: FlatOutcome, other: FlatOutcome, account: Address, terms: Terms = {}): Worse | null {
  if (!other.success) return null
  const { dust = 0n, stake = 0n, besides = [] } = terms
  const ours = movesOf(main.success ? main.logs : [], account, besides)
  const theirs = movesOf(other.logs, account, besides)
  const gains = theirs.given.size > 0
  let worse: Worse | null = null
  for (const [asset, amount] of theirs.taken) {
    const expected = ours.taken.get(asset) ?? 0n
    const allowed = asset === NATIVE ? dust : 0n
    if (amount * 100n <= expected * MORE + allowed * 100n || (!main.success && gains)) continue
    const staked = asset === NATIVE && amount <= stake
    if (amount > expected * FAR_MORE && !staked) return 'new'
    worse = 'more'
  }
  if (main.success)
    for (const [permission, amount] of theirs.permitted) {
      const expected = ours.permitted.get(permission) ?? 0n
      if (amount * 100n <= expected * MORE) continue
      if (amount > expected * FAR_MORE) return 'new'
      worse = 'more'
    }
  if (theirs.taken.size === 0) return worse
  const lost = [...ours.given].filter(
    ([asset, amount]) =>
      (theirs.given.get(asset) ?? 0n) * 100n < amount * LESS && !(asset === NATIVE && amount <= dust),
  )
  if (lost.length === 0) return worse
  const staked = [...theirs.taken].every(([asset, amount]) => asset === NATIVE && amount <= stake)
  return gains || staked ? 'more' : 'new'
}

/** Returns an account's net losses and gains by asset, and its permissions by token and spender. */
function movesOf(logs: readonly Log[], account: Address, besides: readonly Address[]) {
  const own = padded(account)
  const ignored = new Set(besides.map(padded))
  const net = new Map<string, bigint>()
  const permitted = new Map<string, bigint>()
  const move = (asset: string, from: Hex | undefined, to: Hex | undefined, amount: bigint) => {
    if (ignored.has(from ?? '') || ignored.has(to ?? '')) return
    const change = (to === own ? amount : 0n) - (from === own ? amount : 0n)
    if (change !== 0n) net.set(asset, (net.get(asset) ?? 0n) + change)
  }
  for (const { address, topics, data } of logs) {
    const [event = '', first, second, third] = topics
    if (event === TRANSFER && third !== undefined) move(`${address}:${third}`, first, second, 1n)
    else if (event === TRANSFER) move(address, first, second, word(data, 0))
    else if (event === TRANSFER_SINGLE) move(`${address}:${word(data, 0)}`, second, third, word(data, 1))
    else if (event === TRANSFER_BATCH) move(`${address}:${BATCH}`, second, third, 1n)
    else if (PERMISSIONS.has(event) && first === own) {
      // A zero spender of an ERC-721 token revokes the permission.
      const single = data === '0x' ? BigInt(second ?? '0x0') && 1n : word(data, 0)
      permitted.set([address, ...topics].join(), single)
    }
  }
  const taken = new Map<string, bigint>()
  const given = new Map<string, bigint>()
  for (const [asset, amount] of net) {
    if (amount < 0n) taken.set(asset, -amount)
    // Any item of a collection counts as the same gain: a random mint gives another one each time.
    const collection = asset.split(':')[0] ?? asset
    if (amount > 0n) given.set(collection, (given.get(collection) ?? 0n) + amount)
  }
  return { taken, given, permitted }
}

function padded(address: Address): string {
  return `0x${address.slice(2).padStart(64, '0')}`
}

function word(data: Hex, index: number): bigint {
  const hex = data.slice(2 + index * 64, 66 + index * 64)
  return hex === '' ? 0n : BigInt(`0x${hex}`)
}

/** Events that move holdings or permissions: Transfer, Approval, ApprovalForAll, TransferSingle, TransferBatch, Permit2's. */
const TELLING: ReadonlySet<string> = new Set([
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])

/** A tenth: the drift of amounts by interest or a Dutch auction in a month. */
const DRIFT = 10n

/**
 * Whether two runs succeeded alike and moved the same holdings and permissions between the same parties. A payment to the block's
 * builder may go to another builder in each run. `later` runs may differ in amounts by a tenth.
 */
export function sameOutcome(
  main: { outcome: FlatOutcome; coinbase: Address },
  other: { outcome: FlatOutcome; coinbase: Address },
  later: boolean,
): boolean {
  if (main.outcome.success !== other.outcome.success) return false
  const ours = telling(main.outcome.logs, main.coinbase)
  const theirs = telling(other.outcome.logs, other.coinbase)
  if (ours.length !== theirs.length) return false
  return ours.every((log, index) => sameLog(log, theirs[index], later))
}

/**
 * Returns the events to compare. Payments to the builder follow the fees, so only their presence counts. Token events naming the
 * zero address are mints and burns, not payments to a builder whose address is zero in a run.
 */
function telling(logs: readonly Log[], coinbase: Address): Log[] {
  const padded = `0x${coinbase.slice(2).padStart(64, '0')}`
  const anonymous = /^0x0*$/.test(coinbase)
  return logs
    .filter((log) => TELLING.has(log.topics[0] ?? ''))
    .map((log) => {
      const native = log.address === NATIVE
      const paid = native && log.topics[2] === padded
      const names = (topic: Hex, index: number) => index > 0 && topic === padded && (native || !anonymous)
      const topics = log.topics.map((topic, index): Hex => (names(topic, index) ? '0xbuilder' : topic))
      return { ...log, topics, data: paid ? '0x' : log.data }
    })
}

function sameLog(ours: Log, theirs: Log | undefined, later: boolean): boolean {
  if (theirs === undefined || ours.address !== theirs.address) return false
  if (ours.topics.join() !== theirs.topics.join() || ours.data.length !== theirs.data.length) return false
  if (ours.data === theirs.data) return true
  return later && words(ours.data).every((word, index) => close(word, words(theirs.data)[index] ?? 0n))
}

function words(data: Hex): bigint[] {
  return (data.slice(2).match(/.{1,64}/g) ?? []).map((word) => BigInt(`0x${word}`))
}

function close(a: bigint, b: bigint): boolean {
  const difference = a > b ? a - b : b - a
  const larger = a > b ? a : b
  return difference * DRIFT <= larger
}
