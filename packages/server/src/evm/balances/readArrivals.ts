import type { Address, Hex } from '@redoubt/risk/address.ts'
import type { Arrival } from '@redoubt/risk/facts/holdings.ts'
import type { WalletHistory } from '@redoubt/risk/facts/walletHistory.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { transfersOf } from '../decode/transfers.ts'
import type { ChainSource } from '../rpc/chainSource.ts'
import type { AssetMoved } from './assetsMoved.ts'

/** Limit of assets whose transactions are read: each costs two reads. The arrival of the others is unknown. */
const MAX_READ = 40
const AT_ONCE = 8
/** Limit of movements per asset whose sender is read, the newest ones; and the first that brought it. */
const MAX_MOVES = 3

export type HowItCame = Pick<Arrival, 'asked' | 'recipients'>

/**
 * How assets came: whether the wallet itself sent a transaction that moved them or called them, and how many accounts got
 * them in the transaction that first brought them. An account that others operate (a Safe, a smart account) sends nothing
 * itself, so that `asked` is null where it did not. Answers by token, for the first 40 of them.
 */
export async function readArrivals(
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
  const learn = async (asset: AssetMoved): Promise<[Address, HowItCame]> => {
    const { token, broughtBy, movedBy } = asset
    const recipients = broughtBy === null ? null : await recipientsOf(chain, { token, hash: broughtBy }, signal)
    if (called.has(token) || movedBy.some((hash) => sent.has(hash))) return [token, { asked: true, recipients }]
    const looked = [...new Set([...movedBy.slice(0, MAX_MOVES), ...(broughtBy === null ? [] : [broughtBy])])]
    const answers = await Promise.all(looked.map(isOwn))
    if (answers.includes(true)) return [token, { asked: true, recipients }]
    return [token, { asked: !sendsItself || answers.includes(null) || answers.length === 0 ? null : false, recipients }]
  }
  return new Map(await mapConcurrent(assets.slice(0, MAX_READ), AT_ONCE, learn))
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

function unlessAborted(signal: AbortSignal): null {
  signal.throwIfAborted()
  return null
}
