import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory, WalletTransaction, WalletTransfer } from '@redoubt/risk/facts/walletHistory.ts'
import { packToken } from '../../../intel/pack/packTables.ts'
import type { ChainSource } from '../../rpc/chainSource.ts'
import type { HistoryAnswer, HistoryReader, Movement, Rows } from './historyAnswer.ts'

type Gathered = {
  chain: Pick<ChainSource, 'chain' | 'blockAt'>
  block: PinnedBlock
  address: Address
  sentCount: number
  /** Best source first. */
  answers: readonly { reader: HistoryReader; answer: HistoryAnswer }[]
  cut: readonly string[]
}
type Seen = { blockNumber: bigint; timestamp: number | null; hash: WalletTransfer['hash'] | null }

/**
 * Merges the answers of several sources into one history. For each list the first complete one counts, else the first with rows.
 * First and last seen also count transfers of genuine tokens, beside the wallet's own transactions and native payments; an
 * unknown token can log anything.
 */
export async function mergeHistory(gathered: Gathered): Promise<WalletHistory> {
  const { address, sentCount } = gathered
  const answers = gathered.answers.map(({ answer }) => answer)
  const transactions = best(answers.map((answer) => answer.transactions))
  const internals = best(answers.map((answer) => answer.internals))
  const tokens = best(answers.map((answer) => answer.tokens))
  const begun = answers.find(({ firstSeen }) => firstSeen !== undefined)?.firstSeen
  const funding = answers.find((answer) => answer.funding !== undefined)?.funding
  const native = transactions?.rows.filter(({ value, success, to }) => value > 0n && success !== false && to !== null)
  const transfers = [...(native ?? []).map(asMovement), ...(internals?.rows ?? []), ...(tokens?.rows ?? [])]
    .filter(({ from, to }) => from === address || to === address)
    .map((movement) => seenFrom(address, movement, isGenuine(gathered, movement)))
    .sort(newestFirst)
  const real = transfers.filter(({ genuine, amount }) => genuine && amount > 0n)
  const rows = transactions?.rows.toSorted(newestFirst) ?? []
  const firstSeen = earliest([begun ?? null, rows.at(-1) ?? null, real.at(-1) ?? null])
  const lastSeen = latest([...answers.map((answer) => answer.lastSeen ?? null), rows[0] ?? null, real[0] ?? null])
  const [first, last] = await Promise.all([timed(gathered, firstSeen), timed(gathered, lastSeen)])
  const used = gathered.answers.find(({ answer }) => Object.keys(answer).some((name) => name !== 'cut'))
  return {
    source: used?.reader.source ?? 'head',
    complete: {
      transactions: transactions?.complete === true,
      transfers: Boolean(transactions?.complete && internals?.complete && tokens?.complete),
      firstSeen: begun !== undefined,
      funding: funding !== undefined,
    },
    cut: [...new Set([...gathered.cut, ...answers.flatMap(({ cut }) => cut)])],
    sentCount,
    firstSeen: first,
    lastSeen: last,
    funding: funding ?? null,
    transactions: rows,
    transfers,
  }
}

function best<Row>(lists: readonly (Rows<Row> | undefined)[]): Rows<Row> | undefined {
  const told = lists.filter((list) => list !== undefined)
  return told.find(({ complete }) => complete) ?? told.find(({ rows }) => rows.length > 0) ?? told[0]
}

function asMovement({ hash, blockNumber, timestamp, from, to, value }: WalletTransaction): Movement {
  const parties = { from, to: to as Address }
  return { hash, blockNumber, timestamp, ...parties, assetType: 'native', token: null, tokenId: null, amount: value }
}

/** A transfer to the wallet itself counts as outgoing. */
function seenFrom(wallet: Address, { from, to, ...movement }: Movement, genuine: boolean): WalletTransfer {
  const direction = from === wallet ? 'out' : 'in'
  return { ...movement, direction, counterparty: direction === 'out' ? to : from, genuine }
}

function isGenuine({ chain }: Gathered, { token }: Movement): boolean {
  return token === null || packToken(chain.chain, token) !== null
}

/** Orders movements within a block by members that every source has: services do not tell the log index. */
function newestFirst(a: Seen, b: Seen): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber > b.blockNumber ? -1 : 1
  return compare(JSON.stringify(plain(a)), JSON.stringify(plain(b)))
}
function plain(value: object): [string, string][] {
  return Object.entries(value)
    .filter(([name]) => name !== 'timestamp' && name !== 'success')
    .map(([name, member]): [string, string] => [name, String(member)])
    .sort(([a], [b]) => compare(a, b))
}
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function earliest(seen: readonly (Seen | null)[]): Seen | null {
  return seen.reduce(
    (least, one) => (one !== null && (least === null || one.blockNumber < least.blockNumber) ? one : least),
    null,
  )
}
function latest(seen: readonly (Seen | null)[]): Seen | null {
  return seen.reduce(
    (max, one) => (one !== null && (max === null || one.blockNumber > max.blockNumber) ? one : max),
    null,
  )
}

/** Null when the block cannot be read: an invented time would be worse. */
async function timed({ chain }: Gathered, seen: Seen | null): Promise<WalletHistory['firstSeen']> {
  if (seen === null) return null
  const { blockNumber, hash } = seen
  const timestamp =
    seen.timestamp ||
    (await chain.blockAt(blockNumber, AbortSignal.timeout(2_000)).then(
      (block) => Number(block.timestamp),
      () => null,
    ))
  return timestamp === null ? null : { blockNumber, timestamp, hash }
}
