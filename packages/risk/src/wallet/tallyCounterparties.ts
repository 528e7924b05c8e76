import type { Address } from '../address.ts'
import type { WalletCounterparty, WalletHistory } from '../facts/walletHistory.ts'
import { type AssetPrices, usdOf } from './assetPrices.ts'

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
    const one = tally.get(address) ?? nobody(address)
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

function nobody(address: Address): WalletCounterparty {
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
