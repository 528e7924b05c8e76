import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Arrival, FoundHoldings, FoundToken } from '@redoubt/risk/facts/holdings.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { patient } from '../../lib/patience.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { EVENTS, transfersOf } from '../decode/emittedLogs.ts'
import type { UsdPrice } from '../market/price.ts'
import type { ChainLog, ChainSource, LogFilter } from '../rpc/chainSource.ts'
import { type AssetMoved, assetsMoved } from './assetsMoved.ts'
import { readItems } from './readItems.ts'
import { type HeldToken, readTokens } from './readTokens.ts'

/** Limit of assets whose transactions are read: each costs two reads. The arrival of the others is unknown. */
const MAX_ARRIVALS = 40

const ARRIVALS_AT_ONCE = 8

/** Limit of movements per asset whose sender is read, the newest ones; and the first that brought it. */
const MAX_MOVES = 3

/** Milliseconds for reading; older blocks are not worth a longer wait. */
const LONGEST_READ_MS = 3_000

/** Limit per kind; an exchange moves more in a day. */
const MAX_LOGS = 10_000

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
 * @param describeBy ends what is asked about the assets (prices, trial sales, how they came); absent: the signal does. Whichever ends it,
 *   the balances that were read are answered, as incomplete.
 * @throws when the account's own balances cannot be read.
 */
export async function gatherHoldings(
  { chain, ...ask }: HoldingsSources,
  {
    block,
    address,
    history,
    describeBy,
  }: { block: PinnedBlock; address: Address; history: WalletHistory | null; describeBy?: AbortSignal },
  signal: AbortSignal,
): Promise<FoundHoldings> {
  const within = describeBy === undefined ? signal : AbortSignal.any([signal, describeBy])
  const indexed = history?.complete.transfers === true
  const [native, nativePrice, code, recent] = await Promise.all([
    chain.balance(block, address, signal),
    unlessLate(within, () => ask.priceOf(block, null, within)),
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
    within,
  ).catch((): Map<Address, HowItCame> => new Map())
  const described = await describe(ask, { block, tokens, came }, within)
  return {
    native: { balance: native, priceUsd: nativePrice?.usd ?? null, priceSource: nativePrice?.source ?? null },
    tokens: described,
    nfts: pieces.items.map((item) => ({
      ...item,
      listed: false,
      imitates: ask.imitates({ address: item.contract, symbol: null, name: item.name }),
      ...(came.get(item.contract) ?? UNKNOWN_WAY),
    })),
    complete: recent.complete && read.complete && pieces.complete && !within.aborted,
    cut: [
      ...(recent.why === null ? [] : [recent.why]),
      ...(read.complete ? [] : ['tokens: more had moved than were read']),
      ...(read.unread > 0 ? [`tokens: ${read.unread} gave no balance`] : []),
      ...(pieces.complete ? [] : ['collections: more had moved than were read']),
      ...(within.aborted ? ['prices: not all were known in time'] : []),
    ],
  }
}

const NO_LOGS: TransferLogs = { logs: [], complete: true, why: null }
const UNKNOWN_WAY: HowItCame = { asked: null, recipients: null }

/** Adds prices, listed tokens first, then probe sales of the others. What time leaves out is not sought, which speaks against no token. */
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
    const price = sought.has(token) ? await unlessLate(signal, () => ask.priceOf(block, token.token, signal)) : null
    return {
      ...token,
      priceUsd: price?.usd ?? null,
      priceSource: price?.source ?? null,
      maxUsd: price?.maxUsd ?? null,
      priceSought: sought.has(token) && (price !== null || !signal.aborted),
      sellable: null,
      ...(came.get(token.token) ?? UNKNOWN_WAY),
    }
  })
  const tried = priced
    .filter(({ listed, imitates }) => !listed && imitates === null)
    .sort((a, b) => (b.maxUsd ?? -1) - (a.maxUsd ?? -1))
    .slice(0, MAX_SOLD)
  const sales = await Promise.all(
    tried.map(({ token }) => unlessLate(signal, () => ask.sellable(block, token, signal))),
  )
  const sellable = new Map(tried.map(({ token }, at) => [token, sales[at] ?? null]))
  return priced.map((token) => ({ ...token, sellable: sellable.get(token.token) ?? null }))
}

/** What the work answers; null when it fails, or has not answered when the signal aborts. */
function unlessLate<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value | null> {
  return signal.aborted ? Promise.resolve(null) : withSignal(work(), signal).catch(() => null)
}

function unlessAborted(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}

type TransferLogs = {
  logs: ChainLog[]
  /** False: older transfers may be missing; `why` says so in words. */
  complete: boolean
  why: string | null
}

/**
 * Logs that name the account as giver or taker of tokens or items, as far back as they can be read in the time. A part, and it
 * says so, where older blocks were not reached or logs could not be read.
 */
async function readTransferLogs(
  chain: Pick<ChainSource, 'logPages'>,
  { block, address, longest = LONGEST_READ_MS }: { block: PinnedBlock; address: Address; longest?: number },
  signal: AbortSignal,
): Promise<TransferLogs> {
  const party: Hex = `0x${address.slice(2).padStart(64, '0')}`
  const items: Hex[] = [EVENTS.TransferSingle, EVENTS.TransferBatch]
  const filters: (Hex | Hex[] | null)[][] = [
    [EVENTS.Transfer, party],
    [EVENTS.Transfer, null, party],
    [items, null, party],
    [items, null, null, party],
  ]
  const within = AbortSignal.any([signal, AbortSignal.timeout(patient(longest))])
  const parts = await Promise.all(
    filters.map((topics) => readBack(chain, { topics, fromBlock: 0n, toBlock: block.number, pin: block }, within)),
  )
  signal.throwIfAborted()
  // The kind with the shortest read range bounds all of them.
  const from = parts.map((part) => part.from).reduce((a, b) => (a > b ? a : b))
  const logs = parts.flatMap((part) => part.logs)
  if (from === 0n) return { logs, complete: true, why: null }
  const why = from > block.number ? 'logs: could not be read' : `logs: only those since block ${from} were read`
  return { logs, complete: false, why }
}

/** Reads newest first until the time, the limit or the node ends it. `from`: the first block of the range read without a gap. */
async function readBack(
  chain: Pick<ChainSource, 'logPages'>,
  filter: LogFilter,
  signal: AbortSignal,
): Promise<{ logs: ChainLog[]; from: bigint }> {
  const logs: ChainLog[] = []
  let from = filter.toBlock + 1n
  try {
    for await (const page of chain.logPages(filter, { signal, newestFirst: true })) {
      logs.push(...page.logs)
      from = page.fromBlock
      if (logs.length >= MAX_LOGS) break
    }
  } catch {
    // The logs read so far stay valid; `from` tells where they begin.
  }
  return { logs, from }
}

type HowItCame = Pick<Arrival, 'asked' | 'recipients'>

/**
 * How assets came: whether the wallet itself sent a transaction that moved them or called them, and how many accounts got
 * them in the transaction that first brought them. An account that others operate (a Safe, a smart account) sends nothing
 * itself, so that `asked` is null where it did not. Answers by token, for the first 40 of them.
 */
async function readArrivals(
  chain: Pick<ChainSource, 'transaction' | 'receipt'>,
  {
    wallet,
    assets,
    history,
    sendsItself,
  }: {
    wallet: Address
    assets: readonly AssetMoved[]
    history: Pick<WalletHistory, 'transactions'> | null
    sendsItself: boolean
  },
  signal: AbortSignal,
): Promise<Map<Address, HowItCame>> {
  const own = (history?.transactions ?? []).filter(({ from }) => from === wallet)
  const sent = new Set(own.map(({ hash }) => hash))
  const called = new Set(own.map(({ to }) => to))
  const isOwn = async (hash: Hex): Promise<boolean | null> => {
    if (sent.has(hash)) return true
    const transaction = await chain.transaction(hash, signal).catch(() => unlessAborted(signal))
    return transaction === null ? null : transaction.sender === wallet
  }
  const gather = async (asset: AssetMoved): Promise<[Address, HowItCame]> => {
    const { token, broughtBy, movedBy } = asset
    const recipients = broughtBy === null ? null : await recipientsOf(chain, { token, hash: broughtBy }, signal)
    if (called.has(token) || movedBy.some((hash) => sent.has(hash))) return [token, { asked: true, recipients }]
    const looked = [...new Set([...movedBy.slice(0, MAX_MOVES), ...(broughtBy === null ? [] : [broughtBy])])]
    const answers = await Promise.all(looked.map(isOwn))
    if (answers.includes(true)) return [token, { asked: true, recipients }]
    return [token, { asked: !sendsItself || answers.includes(null) || answers.length === 0 ? null : false, recipients }]
  }
  return new Map(await mapConcurrent(assets.slice(0, MAX_ARRIVALS), ARRIVALS_AT_ONCE, gather))
}

/** Counts the accounts that received the token in one transaction by its logs; null when the receipt is not available. */
async function recipientsOf(
  chain: Pick<ChainSource, 'receipt'>,
  { token, hash }: { token: Address; hash: Hex },
  signal: AbortSignal,
): Promise<number | null> {
  const receipt = await chain.receipt(hash, signal).catch(() => unlessAborted(signal))
  if (receipt === null) return null
  const logs = receipt.logs.filter(({ address }) => address === token)
  return new Set(transfersOf(logs.map((log) => ({ ...log, selector: '0x' as const }))).map(({ to }) => to)).size
}
