import type { Address } from '@redoubt/risk/address.ts'
import type { FoundHoldings, FoundToken } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import { assetsMoved } from './assetsMoved.ts'
import { type HowItCame, readArrivals } from './readArrivals.ts'
import { readItems } from './readItems.ts'
import { type HeldToken, readTokens } from './readTokens.ts'
import { readTransferLogs, type TransferLogs } from './readTransferLogs.ts'

const MAX_PRICED = 80
const PRICES_AT_ONCE = 10
/** Limit of probe sales in the simulation. Unlisted tokens only, those with the largest claim first. */
const MAX_SOLD = 4

export type HoldingsSources = {
  chain: ChainSource
  priceOf(block: PinnedBlock, asset: Address | null, signal: AbortSignal): Promise<UsdPrice | null>
  /** Symbol of the famous token that a text imitates; null for all others. */
  imitates(token: { address: Address; symbol: string | null; name: string | null }): string | null
  /** Whether a new account can sell the token after buying it; null when it could not buy, or was not probed. */
  sellable(block: PinnedBlock, token: Address, signal: AbortSignal): Promise<boolean | null>
}

/**
 * What the account holds at the block: the coin, tokens and items, with prices, and with what there is to say for and against
 * each. Assets are learned from the history and from logs, and read again from their own state.
 * @throws when not even the account's own balance can be read.
 */
export async function gatherHoldings(
  { chain, ...ask }: HoldingsSources,
  { block, address, history }: { block: PinnedBlock; address: Address; history: WalletHistory | null },
  signal: AbortSignal,
): Promise<FoundHoldings> {
  const indexed = history?.complete.transfers === true
  const [native, nativePrice, code, recent] = await Promise.all([
    chain.balance(block, address, signal),
    ask.priceOf(block, null, signal).catch(() => null),
    chain.code(block, address, signal),
    indexed ? NO_LOGS : readTransferLogs(chain, { block, address }, signal),
  ])
  const assets = assetsMoved(address, { transfers: history?.transfers ?? [], logs: recent.logs })
  const [{ tokens, ...read }, pieces] = await Promise.all([
    readTokens(chain, { block, address, assets }, signal),
    readItems(chain, { block, address, assets }, signal),
  ])
  const doubtful = new Set([
    ...tokens.flatMap(({ token, listed }) => (listed ? [] : [token])),
    ...pieces.items.map(({ contract }) => contract),
  ])
  const came = await readArrivals(
    chain,
    {
      wallet: address,
      assets: assets.filter(({ token }) => doubtful.has(token)),
      history,
      sendsItself: code === '0x',
    },
    signal,
  )
  return {
    native: { balance: native, priceUsd: nativePrice?.usd ?? null, priceSource: nativePrice?.source ?? null },
    tokens: await describe(ask, { block, tokens, came }, signal),
    nfts: pieces.items.map((item) => ({
      ...item,
      listed: false,
      imitates: ask.imitates({ address: item.contract, symbol: null, name: item.name }),
      ...(came.get(item.contract) ?? UNKNOWN_WAY),
    })),
    complete: recent.complete && read.complete && pieces.complete,
    cut: [
      ...(recent.why === null ? [] : [recent.why]),
      ...(read.complete ? [] : ['tokens: more had moved than were read']),
      ...(read.unread > 0 ? [`tokens: ${read.unread} gave no balance`] : []),
      ...(pieces.complete ? [] : ['collections: more had moved than were read']),
    ],
  }
}

const NO_LOGS: TransferLogs = { logs: [], complete: true, why: null }
const UNKNOWN_WAY: HowItCame = { asked: null, recipients: null }

/** Adds prices, listed tokens first, then probe sales of the others. */
async function describe(
  ask: Omit<HoldingsSources, 'chain'>,
  { block, tokens, came }: { block: PinnedBlock; tokens: readonly HeldToken[]; came: ReadonlyMap<Address, HowItCame> },
  signal: AbortSignal,
): Promise<FoundToken[]> {
  const told = tokens.map((token) => ({
    ...token,
    imitates: token.listed ? null : ask.imitates({ ...token, address: token.token }),
  }))
  // A counterfeit needs no price.
  const ordered = told.sort((a, b) => Number(b.listed) - Number(a.listed))
  const sought = new Set(ordered.filter(({ imitates }) => imitates === null).slice(0, MAX_PRICED))
  const priced = await mapConcurrent(ordered, PRICES_AT_ONCE, async (token): Promise<FoundToken> => {
    const price = sought.has(token)
      ? await ask.priceOf(block, token.token, signal).catch(() => unlessAborted(signal))
      : null
    return {
      ...token,
      priceUsd: price?.usd ?? null,
      priceSource: price?.source ?? null,
      maxUsd: price?.maxUsd ?? null,
      priceSought: sought.has(token),
      sellable: null,
      ...(came.get(token.token) ?? UNKNOWN_WAY),
    }
  })
  const tried = priced
    .filter(({ listed, imitates }) => !listed && imitates === null)
    .sort((a, b) => (b.maxUsd ?? -1) - (a.maxUsd ?? -1))
    .slice(0, MAX_SOLD)
  const sales = await Promise.all(
    tried.map(({ token }) => ask.sellable(block, token, signal).catch(() => unlessAborted(signal))),
  )
  const sellable = new Map(tried.map(({ token }, at) => [token, sales[at] ?? null]))
  return priced.map((token) => ({ ...token, sellable: sellable.get(token.token) ?? null }))
}

function unlessAborted(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}
