import type { Address } from '../address.ts'
import type { WalletHistory, WalletTransfer } from '../facts/walletHistory.ts'
import type { WalletActivity } from '../walletFacts.ts'
import { type AssetPrices, isDust } from './assetPrices.ts'
import { pullsOf } from './pullsOf.ts'

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
    awoken: awakening(wallet, history, now),
    forwards: forwardsOf(genuine),
    firstPaid: firstPaid(history.transfers, prices, now),
    pulled: pulledBy(wallet, history),
  }
}

/** Only its own transactions count: any account may send something to a dormant wallet. */
function awakening(wallet: Address, { transactions }: WalletHistory, now: number): WalletActivity['awoken'] {
  const times = transactions
    .flatMap(({ from, timestamp }) => (from === wallet && timestamp !== null ? [timestamp] : []))
    .sort((a, b) => a - b)
  let longest: WalletActivity['awoken'] = null
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
