import type { Address } from '../address.ts'
import type { WalletActivity } from '../facts/walletFacts.ts'
import type { WalletCounterparty, WalletHistory, WalletTransfer } from '../facts/walletHistory.ts'
import { pullsOf } from './pullsOf.ts'
import { type AssetPrices, isDust, usdOf } from './weighHoldings.ts'

const DAY = 86_400
/** A pause that ended within so many days counts as just ended. */
const AWAKE_DAYS = 30
const NEW_DAYS = 7
/** Blocks later: sweepers act in the next one, people take longer. */
const FORWARD_BLOCKS = [0n, 1n, 2n]

/**
 * Derives the wallet's behaviour from its history.
 * @param now Unix seconds of the block.
 */
export function activityOf(wallet: Address, history: WalletHistory, prices: AssetPrices, now: number): WalletActivity {
  const genuine = history.transfers.filter(({ genuine: real, amount }) => real && amount > 0n)
  const days = (since: { timestamp: number } | null) =>
    since === null ? null : Math.max(0, Math.floor((now - since.timestamp) / DAY))
  return {
    ageDays: days(history.firstSeen),
    idleDays: days(history.lastSeen),
    sent: history.sentCount,
    received: genuine.filter(({ direction }) => direction === 'in').length,
    reactivated: reactivation(wallet, history, now),
    forwards: forwardsOf(genuine),
    firstPaid: firstPaid(history.transfers, prices, now),
    pulled: pulledBy(wallet, history),
  }
}

/** Only its own transactions count: any account may send something to a dormant wallet. */
function reactivation(wallet: Address, { transactions }: WalletHistory, now: number): WalletActivity['reactivated'] {
  const times = transactions
    .flatMap(({ from, timestamp }) => (from === wallet && timestamp !== null ? [timestamp] : []))
    .sort((a, b) => a - b)
  let longest: WalletActivity['reactivated'] = null
  for (let at = 1; at < times.length; at++) {
    const [before = 0, after = 0] = [times[at - 1], times[at]]
    const days = Math.floor((after - before) / DAY)
    if (after > now - AWAKE_DAYS * DAY && days > (longest?.days ?? 0)) longest = { days, sent: times.length - at }
  }
  return longest
}

/** Each payment out answers one payment in: the latest before it. */
function forwardsOf(genuine: readonly WalletTransfer[]): WalletActivity['forwards'] {
  const native = genuine.filter(({ assetType }) => assetType === 'native')
  const arrivals = native.filter(({ direction }) => direction === 'in')
  const departures = Map.groupBy(
    native.filter(({ direction }) => direction === 'out'),
    ({ blockNumber }) => blockNumber,
  )
  const to = new Set<Address>()
  const answered = new Set<WalletTransfer>()
  let forwarded = 0
  for (const arrival of arrivals) {
    const departure = FORWARD_BLOCKS.flatMap((later) => departures.get(arrival.blockNumber + later) ?? []).find(
      (one) =>
        !answered.has(one) &&
        one.counterparty !== arrival.counterparty &&
        // More than half of it: the rest pays the fee.
        one.amount * 2n > arrival.amount,
    )
    if (departure === undefined) continue
    answered.add(departure)
    to.add(departure.counterparty)
    forwarded++
  }
  return { incoming: arrivals.length, forwarded, to: [...to].sort() }
}

function firstPaid(
  transfers: readonly WalletTransfer[],
  prices: AssetPrices,
  now: number,
): WalletActivity['firstPaid'] {
  const first = new Map<Address, WalletTransfer>()
  for (const transfer of transfers) {
    if (transfer.direction !== 'out' || transfer.timestamp === null) continue
    const earlier = first.get(transfer.counterparty)
    if (earlier === undefined || transfer.timestamp < (earlier.timestamp ?? 0))
      first.set(transfer.counterparty, transfer)
  }
  const recent = [...first.values()].filter(({ timestamp }) => timestamp !== null && timestamp > now - NEW_DAYS * DAY)
  return { parties: recent.length, dust: recent.filter((transfer) => isDust(transfer, prices)).length }
}

function pulledBy(wallet: Address, history: WalletHistory): WalletActivity['pulled'] {
  const pulls = pullsOf(wallet, history)
  return {
    owners: [...new Set(pulls.map(({ owner }) => owner))].sort(),
    hashes: [...new Set(pulls.flatMap(({ hashes }) => hashes))].sort(),
    emptied: null,
  }
}

export type ActivityWindows = {
  /** Transactions; null when the history does not reach back so far. */
  last24h: number | null
  last7d: number | null
  last30d: number | null
  /**
   * USD that one transaction moves on average, at today's prices, over those that move anything with a price; null when none is
   * known to. What comes and what leaves by one transaction is the same money: the larger of the two counts.
   */
  avgTransactionSize: number | null
}

/**
 * How busy a wallet is. Of an account of keys those transactions count that it sent itself; a contract sends none, and those count
 * that moved anything of it or called it. Failed ones were sent, too.
 * @param now Unix seconds: of the block, not of the clock.
 */
export function activityWindows(
  history: WalletHistory | null,
  { wallet, isContract, now, prices }: { wallet: Address; isContract: boolean; now: number; prices: AssetPrices },
): ActivityWindows {
  if (history === null) return { last24h: null, last7d: null, last30d: null, avgTransactionSize: null }
  const times = timesOf(history, { wallet, isContract })
  const isWhole = history.complete.transactions && (!isContract || history.complete.transfers)
  const count = (days: number): number | null => {
    const since = now - days * DAY
    const known = [...times.values()]
    // A list that was cut is whole as far back as it goes; one with gaps in it is not, and those are not indexed.
    const oldest = known.at(-1)
    const reaches = isWhole || (INDEXED.has(history.source) && oldest !== undefined && (oldest ?? now) < since)
    return reaches && !known.includes(null) ? known.filter((time) => (time ?? 0) > since).length : null
  }
  return {
    last24h: count(1),
    last7d: count(7),
    last30d: count(30),
    avgTransactionSize: averageSize(history, prices),
  }
}

/** Sources that list transactions without gaps, newest first. */
const INDEXED: ReadonlySet<WalletHistory['source']> = new Set<WalletHistory['source']>([
  'etherscan',
  'blockscout',
  'ots',
  'index',
])

/** When each transaction happened, newest first. */
function timesOf(
  { transactions, transfers }: WalletHistory,
  { wallet, isContract }: { wallet: Address; isContract: boolean },
): Map<string, number | null> {
  const counted = isContract
    ? [...transactions, ...transfers].sort((a, b) => (a.blockNumber < b.blockNumber ? 1 : -1))
    : transactions.filter(({ from }) => from === wallet)
  return new Map(counted.map(({ hash, timestamp }) => [hash, timestamp]))
}

function averageSize({ transfers }: WalletHistory, prices: AssetPrices): number | null {
  const sizes = new Map<string, { in: number; out: number }>()
  for (const transfer of transfers) {
    const usd = usdOf(transfer, prices)
    if (usd === null || usd === 0) continue
    const size = sizes.get(transfer.hash) ?? { in: 0, out: 0 }
    sizes.set(transfer.hash, size)
    size[transfer.direction] += usd
  }
  if (sizes.size === 0) return null
  const total = [...sizes.values()].reduce((sum, size) => sum + Math.max(size.in, size.out), 0)
  return Math.round((100 * total) / sizes.size) / 100
}

/**
 * Lists the wallet's counterparties, by value, then by number of dealings. Entries that any account may write into a history do
 * not count: transfers of nothing, and of tokens that can log transfers that never happened.
 * @param history transactions and transfers; the coin of a transaction that is also among the transfers counts once.
 */
export function tallyCounterparties(
  wallet: Address,
  { transactions, transfers }: Pick<WalletHistory, 'transactions' | 'transfers'>,
  prices: AssetPrices,
): WalletCounterparty[] {
  const tally = new Map<Address, WalletCounterparty>()
  const of = (address: Address, timestamp: number | null): WalletCounterparty => {
    const one = tally.get(address) ?? unusedAccount(address)
    tally.set(address, one)
    if (timestamp !== null) {
      one.firstSeen = Math.min(one.firstSeen ?? timestamp, timestamp)
      one.lastSeen = Math.max(one.lastSeen ?? timestamp, timestamp)
    }
    return one
  }
  for (const transfer of transfers) {
    if (!transfer.genuine || transfer.amount === 0n || transfer.counterparty === wallet) continue
    const one = of(transfer.counterparty, transfer.timestamp)
    const usd = usdOf(transfer, prices)
    if (transfer.direction === 'out') {
      one.sent++
      one.sentUsd = plus(one.sentUsd, usd)
    } else {
      one.received++
      one.receivedUsd = plus(one.receivedUsd, usd)
    }
  }
  for (const { from, to, value, timestamp } of transactions) {
    if (from === wallet && to !== null && to !== wallet && value === 0n) of(to, timestamp).calls++
  }
  const worth = (one: WalletCounterparty) => (one.sentUsd ?? 0) + (one.receivedUsd ?? 0)
  const often = (one: WalletCounterparty) => one.sent + one.received + one.calls
  return [...tally.values()].sort(
    (a, b) => worth(b) - worth(a) || often(b) - often(a) || (a.address < b.address ? -1 : 1),
  )
}

function unusedAccount(address: Address): WalletCounterparty {
  return {
    address,
    sent: 0,
    received: 0,
    calls: 0,
    sentUsd: null,
    receivedUsd: null,
    firstSeen: null,
    lastSeen: null,
    account: null,
  }
}

function plus(sum: number | null, usd: number | null): number | null {
  return usd === null ? sum : (sum ?? 0) + usd
}
