import { trustOf } from '@redoubt/risk/accounts/trust.ts'
import type { Address } from '@redoubt/risk/address.ts'
import { Incomplete } from '@redoubt/risk/engine/gatherFacts.ts'
import type { Account } from '@redoubt/risk/facts/account.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { FundingHop, WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { kindOf } from '@redoubt/risk/wallet/exposures.ts'
import { isEmptied, MAX_PULLS, pullsOf } from '@redoubt/risk/wallet/pullsOf.ts'
import type { AssetPrices } from '@redoubt/risk/wallet/weighHoldings.ts'
import type { UnitPrice, WalletSources } from './walletSources.ts'

const MAX_PRICED = 12

/** Histories that one scan asks for, and what moved in them. */
export type WalletPast = {
  /** Read once a scan. @throws when it cannot be read, or there is no source of histories. */
  historyOf(block: PinnedBlock, of: Address, signal: AbortSignal): Promise<WalletHistory>
  /** Each asset's price is asked once a scan; the most moved first. One without a price moves nothing worth naming. */
  prices(block: PinnedBlock, past: WalletHistory, signal: AbortSignal): Promise<AssetPrices>
  /** Returns how many owners whose tokens the wallet pulled had hardly anything left; null when no balance of theirs could be read. */
  emptiedBy(block: PinnedBlock, past: WalletHistory, signal: AbortSignal): Promise<number | null>
}

/** @param late aborts a little before the answer is due. */
export function createWalletPast(address: Address, sources: WalletSources, late: AbortSignal): WalletPast {
  const priced = new Map<Address | null, Promise<UnitPrice | null>>()
  const histories = new Map<Address, Promise<WalletHistory>>()
  const { history, balanceAfter } = sources

  return {
    historyOf(block, of, signal) {
      if (history === undefined) return Promise.reject(new Error('no source of histories'))
      const gathered = histories.get(of) ?? history(block, { address: of }, signal)
      histories.set(of, gathered)
      return gathered
    },
    async prices(block, past, signal) {
      const moved = new Map<Address | null, number>([[null, Number.POSITIVE_INFINITY]])
      for (const { genuine, assetType, token } of past.transfers)
        if (genuine && assetType === 'erc20' && token !== null) moved.set(token, (moved.get(token) ?? 0) + 1)
      const assets = [...moved].sort((a, b) => b[1] - a[1]).map(([asset]) => asset)
      const found = new Map<Address | null, UnitPrice>()
      await Promise.all(
        assets.slice(0, MAX_PRICED).map(async (asset) => {
          const asked = priced.get(asset) ?? sources.unitPrice?.(block, asset, signal).catch(() => null)
          if (asked === undefined) return
          priced.set(asset, asked)
          const price = await asked
          if (price !== null) found.set(asset, price)
        }),
      )
      return found
    },
    async emptiedBy(block, past, signal) {
      const pulls = pullsOf(address, past)
      if (pulls.length === 0 || balanceAfter === undefined) return null
      const within = AbortSignal.any([signal, late])
      const read = await Promise.all(
        pulls.slice(0, MAX_PULLS).map(async (pull) => {
          // Of a single item nothing is left.
          if (!pull.fungible) return { owner: pull.owner, emptied: true }
          const left = await balanceAfter(block, pull, within).catch(() => null)
          return left === null ? null : { owner: pull.owner, emptied: isEmptied(pull, left) }
        }),
      )
      const known = read.filter((one) => one !== null)
      if (known.length === 0) return null
      return new Set(known.filter(({ emptied }) => emptied).map(({ owner }) => owner)).size
    },
  }
}

const MAX_HOPS = 3

type Past = Pick<WalletHistory, 'funding' | 'complete' | 'cut'>

/**
 * Traces the first money of a wallet, up to three hops back. The trace ends at a known account (an exchange, a bridge, a
 * mixer, an accused account), at a contract, which passes on strangers' money, and at an account that was never funded. What
 * could not be followed makes the answer incomplete.
 * @param own the wallet's own history; null when it is not known.
 */
export async function traceFunding({
  address,
  own,
  account,
  funding,
}: {
  address: Address
  own: Past | null
  account(of: Address): Promise<Account>
  funding(of: Address): Promise<Past>
}): Promise<FundingHop[] | Incomplete<FundingHop[]>> {
  const chain: FundingHop[] = []
  const passed = new Set([address])
  let past = own
  try {
    for (let hop = 1; hop <= MAX_HOPS; hop++) {
      const source = past?.funding ?? null
      if (past === null || (source === null && !past.complete.funding))
        return cut(chain, past?.cut.join('; ') || 'who funded it is not known')
      // Two accounts can have funded each other; the older one is not told by going in circles.
      if (source === null || passed.has(source.from)) return chain
      passed.add(source.from)
      const known = await account(source.from)
      chain.push({
        address: source.from,
        hop,
        hash: source.hash,
        blockNumber: source.blockNumber,
        value: source.value,
        account: known,
      })
      if (hop === MAX_HOPS || endsAt(known)) return chain
      past = await funding(source.from)
    }
    return chain
  } catch (error) {
    return cut(chain, 'the source of its money could not be followed further', error)
  }
}

function endsAt(account: Account): boolean {
  return kindOf(account) !== null || trustOf(account) === 'known' || account.class === 'contract'
}

function cut(chain: FundingHop[], message: string, error: unknown = null): Incomplete<FundingHop[]> {
  return new Incomplete(chain, { reason: 'failed', message: message.slice(0, 200), root: 'fundingChain', error })
}
