import type { Address } from '@redoubt/risk/address.ts'
import { NATIVE_SYMBOLS } from '@redoubt/risk/chain.ts'
import type { TokenMetadata } from '@redoubt/risk/facts/account.ts'
import type { BalanceChange } from '@redoubt/risk/facts/changes.ts'
import type { Simulation } from '@redoubt/risk/facts/execution.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { Transaction } from '@redoubt/risk/facts/transaction.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { emittedLogs, transfersOf, ZERO_ADDRESS } from './emittedLogs.ts'
import { hasEffects } from './executedSteps.ts'
import { type ConfirmedHolding, claimedHoldings, confirmHoldings, type Holding, holdingKey } from './holdings.ts'
import { nativeChanges } from './nativeChanges.ts'
import { type ReadState, readStateBefore } from './readState.ts'
import { metadataBy, tokenMetadata } from './tokenMetadata.ts'

/** USD for one whole unit of an asset; null address: the native coin. */
type PriceOf = (asset: Address | null, signal: AbortSignal) => Promise<UsdPrice | null>

/** Contracts whose storage changed without a log that names the sender, and so may have taken its tokens silently. */
const MAX_SILENT_TOKENS = 64
const MAX_EARLY_PRICES = 16
const KINDS = ['native', 'erc20', 'erc721', 'erc1155'] as const

/**
 * Every holding that changed, the sender's rows first, then by account, asset and id.
 *
 * Native rows show value moved, without the network fee. Token rows start from the logs and from contracts whose storage
 * changed, and are confirmed by the token's own `balanceOf` or `ownerOf` before and after (`readAfter`): a made-up
 * Transfer gives no row, a fee on transfer shows as what arrived, a silent debit of the sender shows too. A failed
 * transaction changes nothing. `readBefore` is given where the state before is not the block's. With a truncated call tree there are no logs: native rows come from the state diff,
 * ERC-20 rows from the changed storage, NFT rows are missing.
 */
export async function balanceChanges(
  {
    chain,
    readBefore: given,
    readAfter,
    priceOf,
  }: { chain: ChainSource; readBefore?: ReadState; readAfter: ReadState | null; priceOf: PriceOf | null },
  { block, transaction, simulation }: { block: PinnedBlock; transaction: Transaction; simulation: Simulation },
  signal: AbortSignal,
): Promise<BalanceChange[]> {
  if (!hasEffects(simulation)) return []
  const sender = transaction.from
  const candidates = holdingsToCheck(simulation, sender)
  const readBefore = given ?? readStateBefore(chain, block)
  if (priceOf !== null) {
    // Prices of what the logs name leave with the reads that confirm it; addPrices finds them cached.
    const claimed = candidates.filter((one) => one.claimed !== 0n).map(({ token }) => token)
    for (const asset of new Set([null, ...claimed.slice(0, MAX_EARLY_PRICES)]))
      priceOf(asset, signal).catch(() => undefined)
  }
  const [native, confirmed] = await Promise.all([
    nativeRows(chain, { block, sender, simulation }, signal),
    confirmHoldings(candidates, { readBefore, readAfter }, signal),
  ])
  // A mint is no loss of the zero address; what it really holds (sent there to burn) is a change like any other.
  const changed = confirmed.filter(({ account, change }) => change !== 0n && (account !== ZERO_ADDRESS || change > 0n))
  const tokens = [...new Set(changed.map(({ token }) => token))]
  const describe = async (address: Address) => {
    const before = await tokenMetadata(chain, { block, address }, signal)
    // A token that the transaction itself creates says nothing before it.
    const created = before === null && readAfter !== null && simulation.stateDiff[address]?.code !== undefined
    return created ? metadataBy(readAfter, address, signal) : before
  }
  const metadata = new Map(
    await Promise.all(tokens.map(async (address) => [address, await describe(address)] as const)),
  )
  const rows = changed.flatMap((holding) => tokenRow(holding, metadata.get(holding.token) ?? null))
  const all = [...native, ...rows]
  if (priceOf !== null) await addPrices(all, priceOf, signal)
  return all.sort((a, b) => compareRows(a, b, sender))
}

/** The sender's holdings first: reads are bounded. */
function holdingsToCheck({ trace, stateDiff }: Simulation, sender: Address): Holding[] {
  const claimed = claimedHoldings(transfersOf(emittedLogs(trace)))
  const collections = new Set(
    [...claimed.values()].flatMap(({ standard, token }) => (standard === 'erc20' ? [] : [token])),
  )
  const silent = (Object.keys(stateDiff) as Address[])
    .filter((token) => Object.keys(stateDiff[token]?.storage ?? {}).length > 0)
    .filter((token) => !claimed.has(holdingKey(token, sender, null)) && !collections.has(token))
    .sort()
    .slice(0, MAX_SILENT_TOKENS)
    .map((token): Holding => ({ account: sender, standard: 'erc20', token, tokenId: null, claimed: 0n }))
  const own = [...claimed.values()].filter(({ account }) => account === sender)
  return [...own, ...silent, ...[...claimed.values()].filter(({ account }) => account !== sender)]
}

async function nativeRows(
  chain: ChainSource,
  { block, sender, simulation }: { block: PinnedBlock; sender: Address; simulation: Simulation },
  signal: AbortSignal,
): Promise<BalanceChange[]> {
  const changes = [...nativeChanges(simulation, sender, block.coinbase)]
  return Promise.all(
    changes.map(async ([account, change]): Promise<BalanceChange> => {
      // What earlier transactions of the same block did is in the diff, and not in the block's state.
      const known = simulation.stateDiff[account]?.balance?.before
      const before =
        known ??
        (await chain.balance(block, account, signal).catch(() => {
          signal.throwIfAborted()
          return null
        }))
      // Topped up by the simulation, the sender pays more than it has: there is no true balance afterwards.
      const after = before === null || before + change < 0n ? null : before + change
      const asset = {
        assetType: 'native',
        address: null,
        tokenId: null,
        symbol: NATIVE_SYMBOLS[chain.chain],
        decimals: 18,
      } as const
      return { account, ...asset, before, after, change, changeUsd: null, priceSource: null, priceKind: null }
    }),
  )
}

function tokenRow(holding: ConfirmedHolding, metadata: TokenMetadata | null): BalanceChange[] {
  const { account, token, tokenId, before, after, change, claimed, standard } = holding
  // Storage that changed says nothing about a contract that is no ERC-20: an NFT's `balanceOf` counts what the logs list.
  if (claimed === 0n && metadata?.standard !== 'erc20') return []
  if (standard === 'erc20' && change > 0n && isLedger(holding, metadata)) return []
  const decimals = standard === 'erc20' ? (metadata?.decimals ?? null) : null
  const symbol = metadata?.symbol ?? null
  const asset = { assetType: standard, address: token, tokenId, symbol, decimals }
  return [{ account, ...asset, before, after, change, changeUsd: null, priceSource: null, priceKind: null }]
}

/**
 * Whether a contract only keeps an account's balance, and issues nothing that it could pass on: it answers neither `balanceOf` nor
 * `totalSupply`, or logs no transfer and has neither a symbol nor decimals. What a deposit records is no gain.
 */
function isLedger({ before, after, claimed }: ConfirmedHolding, metadata: TokenMetadata | null): boolean {
  if (metadata === null) return claimed === 0n && before === null && after === null
  return claimed === 0n && metadata.symbol === null && metadata.decimals === null
}

async function addPrices(rows: BalanceChange[], priceOf: PriceOf, signal: AbortSignal): Promise<void> {
  await Promise.all(
    rows.map(async (row) => {
      if (row.decimals === null) return
      const price = await priceOf(row.address, signal)
      if (price === null) return
      const worth = (Number(row.change) / 10 ** row.decimals) * price.usd
      const max = price.maxUsd ?? Number.POSITIVE_INFINITY
      row.changeUsd = Math.min(Math.max(worth, -max), max)
      row.priceSource = price.source
      row.priceKind = price.kind
    }),
  )
}

function compareRows(a: BalanceChange, b: BalanceChange, sender: Address): number {
  return (
    Number(b.account === sender) - Number(a.account === sender) ||
    compare(a.account, b.account) ||
    KINDS.indexOf(a.assetType) - KINDS.indexOf(b.assetType) ||
    compare(a.address ?? '', b.address ?? '') ||
    compare(a.tokenId ?? 0n, b.tokenId ?? 0n)
  )
}

function compare<Value extends string | bigint>(a: Value, b: Value): number {
  return a < b ? -1 : a > b ? 1 : 0
}
