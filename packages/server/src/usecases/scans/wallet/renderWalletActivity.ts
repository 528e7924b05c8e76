import type { Address, Hex } from '@redoubt/risk/address.ts'
import { type Chain, NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { Facts } from '@redoubt/risk/facts/facts.ts'
import type { WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { type AssetPrices, usdOf } from '@redoubt/risk/wallet/weighHoldings.ts'
import { formatUnits, getAddress } from 'viem/utils'
import { isoSeconds } from '../../../lib/isoSeconds.ts'

/** Everything of one asset that came in, or went out. Amounts in whole units, base units where decimals are not known. */
export type AssetFlow = {
  asset: string
  /** EIP-55; null for the native coin. */
  token: string | null
  assetType: WalletTransfer['assetType']
  amount: string
  /** At today's price; null without one. */
  usd: number | null
  transfers: number
}
/** One line of the history: something the wallet sent, or that moved from or to it. */
export type RecentTransaction = {
  hash: Hex
  blockNumber: string
  timestamp: string | null
  direction: 'in' | 'out' | 'self'
  counterparty: string | null
  /** First four bytes of the call data; null for plain payments. */
  selector: Hex | null
  success: boolean | null
  transfers: { direction: 'in' | 'out'; asset: string; token: string | null; amount: string; usd: number | null }[]
}
export type RecentSummary = {
  /** Sent by the wallet. */
  count: number
  /** Null: not known. */
  counterparties: number | null
  in: AssetFlow[]
  out: AssetFlow[]
  /** Newest first. */
  recent: RecentTransaction[]
  /** False: older ones exist that were not read. */
  complete: boolean
}

const MAX_FLOWS = 50
const MAX_RECENT = 20
const MAX_MOVES = 20

/**
 * `transactions`: what the history shows, newest twenty in full. Sums are of native coin and genuine tokens only: any other
 * may log what never moved. Null when the history is not known.
 */
export function renderWalletActivity(
  chain: Chain,
  wallet: Address,
  { history, walletPrices = new Map(), walletCounterparties }: Partial<Facts>,
): RecentSummary | null {
  if (history === undefined) return null
  const genuine = history.transfers.filter((one) => one.genuine && one.amount > 0n)
  const nameOf = (token: Address | null) =>
    token === null ? NATIVE_SYMBOLS[chain] : (walletPrices.get(token)?.symbol ?? getAddress(token))
  const flows = (direction: 'in' | 'out'): AssetFlow[] =>
    [
      ...Map.groupBy(
        genuine.filter((one) => one.direction === direction),
        ({ token }) => token,
      ),
    ]
      .map(([token, moves]) => ({
        asset: nameOf(token),
        token: token === null ? null : getAddress(token),
        assetType: moves[0]?.assetType ?? ('native' as const),
        amount: amountOf(
          moves.reduce((sum, { amount }) => sum + amount, 0n),
          moves[0],
          walletPrices,
        ),
        usd: sumUsd(moves, walletPrices),
        transfers: moves.length,
      }))
      .sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1) || b.transfers - a.transfers || (a.asset < b.asset ? -1 : 1))
      .slice(0, MAX_FLOWS)
  return {
    count: history.sentCount,
    counterparties: walletCounterparties?.length ?? null,
    in: flows('in'),
    out: flows('out'),
    recent: recentOf(wallet, history, walletPrices, nameOf),
    complete: history.complete.transactions && history.complete.transfers,
  }
}

function recentOf(
  wallet: Address,
  { transactions, transfers }: Facts['history'],
  prices: AssetPrices,
  nameOf: (token: Address | null) => string,
): RecentTransaction[] {
  const moves = Map.groupBy(transfers, ({ hash }) => hash)
  const sent = new Map(transactions.map((one) => [one.hash, one]))
  const hashes = new Map<Hex, { blockNumber: bigint; timestamp: number | null }>()
  for (const { hash, blockNumber, timestamp } of [...transactions, ...transfers])
    if (!hashes.has(hash)) hashes.set(hash, { blockNumber, timestamp })
  return [...hashes]
    .sort(([a, one], [b, other]) =>
      one.blockNumber === other.blockNumber ? (a < b ? -1 : 1) : one.blockNumber > other.blockNumber ? -1 : 1,
    )
    .slice(0, MAX_RECENT)
    .map(([hash, { blockNumber, timestamp }]) => {
      const transaction = sent.get(hash)
      const moved = moves.get(hash) ?? []
      const own = transaction?.from === wallet
      const other = transaction === undefined ? moved[0]?.counterparty : own ? transaction.to : transaction.from
      return {
        hash,
        blockNumber: String(blockNumber),
        timestamp: isoSeconds(timestamp),
        direction: own
          ? other === wallet
            ? ('self' as const)
            : ('out' as const)
          : (moved[0]?.direction ?? ('in' as const)),
        counterparty: other == null ? null : getAddress(other),
        selector: transaction?.selector ?? null,
        success: transaction?.success ?? null,
        transfers: moved.slice(0, MAX_MOVES).map((one) => ({
          direction: one.direction,
          asset: nameOf(one.token),
          token: one.token === null ? null : getAddress(one.token),
          amount: amountOf(one.amount, one, prices),
          usd: round(usdOf(one, prices)),
        })),
      }
    })
}

function amountOf(amount: bigint, like: WalletTransfer | undefined, prices: AssetPrices): string {
  const fungible = like?.assetType === 'native' || like?.assetType === 'erc20'
  const decimals = like?.token === null ? 18 : (prices.get(like?.token ?? null)?.decimals ?? 0)
  return formatUnits(amount, fungible ? decimals : 0)
}

function sumUsd(moves: readonly WalletTransfer[], prices: AssetPrices): number | null {
  const known = moves.map((one) => usdOf(one, prices)).filter((usd) => usd !== null)
  return known.length === 0 ? null : round(known.reduce((sum, usd) => sum + usd, 0))
}

function round(usd: number): number
function round(usd: number | null): number | null
function round(usd: number | null): number | null {
  return usd === null ? null : Math.round(usd * 100) / 100
}
