import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletHistory, WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import { NetworkUnavailable } from '../../../domain/sourceErrors.ts'
import { patient } from '../../../lib/patience.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import { inTime } from '../../../lib/withTimeout.ts'
import type { ChainSource, ListedTransaction } from '../../rpc/chainSource.ts'
import { ExplorerFailure } from '../../verification/explorer.ts'
import { archiveHistory } from './archiveHistory.ts'
import { selectorOf } from './explorerValues.ts'
import type { Aspect, HistoryAnswer, HistoryReader, Movement } from './historyAnswer.ts'
import { logHistory } from './logHistory.ts'
import { mergeHistory } from './mergeHistory.ts'
import { walletOrigin } from './walletOrigin.ts'

const OTS = 'ots_'

const PAGE = 100

/** Limits of transactions read per wallet, and of those examined for inner payments. */
const MAX_TRANSACTIONS = 2_000

const MAX_LOOKED_INTO = 500

/** The past of a wallet up to a block. @throws NetworkUnavailable when not even its nonce can be read. */
export type GatherHistory = (
  block: PinnedBlock,
  /** `fundingOnly`: how it began is enough, which costs a request or two of most sources. */
  of: { address: Address; fundingOnly?: boolean },
  signal: AbortSignal,
) => Promise<WalletHistory>

const BEGINNING: readonly Aspect[] = ['firstSeen', 'funding']
const ASPECTS: readonly Aspect[] = ['transactions', 'internals', 'tokens', ...BEGINNING]
/** Time limit: the rest of a scan waits for the history. */
const MAX_MS = 6_000
/** Share of the remaining time that one source may use while others wait behind it. */
const SHARE = 0.6
/** Milliseconds in which a source whose time is up may answer in part. */
const GRACE_MS = 250
/** Rows of all remembered histories together. */
const MAX_ROWS = 200_000
/** Milliseconds after which a partly known history is asked for again. */
const ASK_AGAIN_MS = 10_000

/**
 * Learns a wallet's past from the best source first: services, the node's index of accounts, old state, and the logs. The first
 * that answers a part wins it; parts that it knows incompletely are asked of the next ones too. Remembered by block.
 */
export function createWalletHistory({
  chain,
  explorers = [],
  maxMs = MAX_MS,
}: {
  chain: ChainSource
  explorers?: readonly HistoryReader[]
  maxMs?: number
}): GatherHistory {
  const readers = [...explorers, otsHistory(chain), archiveHistory(chain), logHistory(chain)]
  const known = createMemory()

  async function gather(block: PinnedBlock, address: Address, aspects: readonly Aspect[]): Promise<WalletHistory> {
    const until = Date.now() + maxMs
    const sentCount = await chain.nonce(block, address, AbortSignal.timeout(patient(maxMs)))
    const answers: { reader: HistoryReader; answer: HistoryAnswer }[] = []
    const missing = () => new Set(aspects.filter((aspect) => !answers.some(({ answer }) => isComplete(answer, aspect))))
    const cut: string[] = []
    const asked = readers.filter((reader) => reader.covers(chain.chain))
    for (const [at, reader] of asked.entries()) {
      const wanted = missing()
      if (!reader.knows.some((aspect) => wanted.has(aspect))) continue
      const left = until - Date.now()
      const ms = Math.max(1, Math.floor(at === asked.length - 1 ? left : left * SHARE))
      try {
        const answer = await inTime(
          reader.ask({ block, address, wanted }, AbortSignal.timeout(patient(ms))),
          ms + GRACE_MS,
          `no answer within ${ms} ms`,
        )
        answers.push({ reader, answer })
      } catch (error) {
        cut.push(wordsOf(error, reader))
      }
    }
    return mergeHistory({ chain, block, address, sentCount, answers, cut })
  }

  return async (block, { address, fundingOnly = false }, signal) => {
    signal.throwIfAborted()
    const whole = `${block.hash}:${address}`
    const key = fundingOnly ? `${whole}:funding` : whole
    const gathering =
      known.get(whole) ?? known.get(key) ?? known.set(key, gather(block, address, fundingOnly ? BEGINNING : ASPECTS))
    return withSignal(gathering, signal)
  }
}

/** Evicts the least recently gathered first; bounded in rows. Failures are not kept. */
function createMemory() {
  const entries = new Map<string, { gathering: Promise<WalletHistory>; rows: number; until: number }>()
  let held = 0
  const drop = (key: string) => {
    held -= entries.get(key)?.rows ?? 0
    entries.delete(key)
  }
  return {
    get(key: string) {
      if ((entries.get(key)?.until ?? 0) < Date.now()) drop(key)
      return entries.get(key)?.gathering
    },
    set(key: string, gathering: Promise<WalletHistory>) {
      const entry = { gathering, rows: 0, until: Number.POSITIVE_INFINITY }
      entries.set(key, entry)
      gathering.then(
        ({ transactions, transfers, cut }) => {
          if (entries.get(key) !== entry) return
          if (cut.length > 0) entry.until = Date.now() + ASK_AGAIN_MS
          entry.rows = 10 + transactions.length + transfers.length
          held += entry.rows
          for (const oldest of entries.keys()) {
            if (held <= MAX_ROWS) break
            drop(oldest)
          }
        },
        () => drop(key),
      )
      return gathering
    },
  }
}

function isComplete(answer: HistoryAnswer, aspect: Aspect): boolean {
  const told = answer[aspect]
  return told !== undefined && (told === null || !('complete' in told) || told.complete)
}

function wordsOf(error: unknown, { source }: HistoryReader): string {
  if (error instanceof ExplorerFailure) return error.message
  if (error instanceof NetworkUnavailable) return `${source}: the network could not be read`
  return `${source}: ${error instanceof Error && /^no answer within/.test(error.message) ? error.message : 'could not be read in time'}`
}

/**
 * A node that indexes accounts (Otterscan's API: Erigon, Silkworm, anvil). Knows every transaction that touches the account and
 * what moved inside; tokens it leaves to the logs.
 */
function otsHistory(chain: ChainSource): HistoryReader {
  async function newest(block: PinnedBlock, address: Address, cut: string[], signal: AbortSignal) {
    const rows: ListedTransaction[] = []
    let before = block.number + 1n
    try {
      while (rows.length < MAX_TRANSACTIONS) {
        const page = await chain.accountTransactions(address, { before }, PAGE, signal)
        if (page === null) return rows.length === 0 ? null : { rows, complete: false }
        for (const row of page.transactions) if (row.blockNumber < before) rows.push(row)
        const oldest = page.transactions.at(-1)?.blockNumber
        if (page.oldest || oldest === undefined || oldest >= before) return { rows, complete: page.oldest }
        before = oldest
      }
      cut.push(`${OTS}: of transactions the newest ${rows.length}`)
    } catch (error) {
      if (rows.length === 0) throw error
      cut.push(signal.aborted ? `${OTS}: no time for all transactions` : `${OTS}: the network could not be read`)
    }
    return { rows, complete: false }
  }

  /** Null: no endpoint gives the inner payments of one of them. */
  async function inside(rows: readonly ListedTransaction[], wallet: Address, signal: AbortSignal) {
    const found = await Promise.all(
      rows.map(async (row) => {
        if (row.success === false) return []
        const payments = await chain.paymentsBy(row.hash, signal)
        // The first entry is the transaction itself, where it carries value.
        const isItself = row.value > 0n && payments?.[0]?.from === row.from && payments[0].value === row.value
        return payments?.slice(isItself ? 1 : 0).map((payment) => ({ row, payment })) ?? null
      }),
    )
    if (found.some((one) => one === null)) return null
    return found
      .flatMap((one) => one ?? [])
      .filter(({ payment: { from, to, value } }) => value > 0n && (from === wallet || to === wallet))
      .map(({ row, payment: { from, to, value } }): Movement => {
        const { hash, blockNumber, timestamp } = row
        return {
          hash,
          blockNumber,
          timestamp,
          from,
          to,
          assetType: 'native',
          token: null,
          tokenId: null,
          amount: value,
        }
      })
  }

  return {
    source: 'ots',
    covers: () => true,
    knows: ['transactions', 'internals', 'firstSeen', 'funding'],
    async ask({ block, address, wanted }, signal) {
      const cut: string[] = []
      const answer: HistoryAnswer = { cut }
      if (wanted.has('transactions') || wanted.has('internals')) {
        const listed = await newest(block, address, cut, signal)
        if (listed === null) return { cut: [`${OTS}: no endpoint offers it`] }
        const transactions = { rows: listed.rows.map(asTransaction).filter(isOf(address)), complete: listed.complete }
        answer.transactions = transactions
        const looked = listed.rows.slice(0, MAX_LOOKED_INTO)
        const movements = await inside(looked, address, signal).catch(() => null)
        if (movements === null) cut.push(`${OTS}: what moved inside transactions is not known`)
        else {
          answer.internals = { rows: movements, complete: listed.complete && looked.length === listed.rows.length }
          const begun = walletOrigin(address, { transactions, internals: answer.internals })
          if (begun.firstSeen !== undefined) return { ...answer, ...begun }
        }
      }
      // The other end of a long list is read separately.
      const first = await chain.accountTransactions(address, { after: 0n }, 25, signal).catch(() => null)
      if (first === null) return answer
      const rows = first.transactions.filter(({ blockNumber }) => blockNumber <= block.number)
      const within = await inside(rows, address, signal).catch(() => null)
      if (within === null) return answer
      const begun = walletOrigin(address, {
        transactions: { rows: rows.map(asTransaction).filter(isOf(address)), complete: first.newest },
        internals: { rows: within, complete: true },
      })
      return { ...answer, ...begun }
    },
  }
}

function asTransaction({ data, ...rest }: ListedTransaction): WalletTransaction {
  return { ...rest, selector: selectorOf(data) }
}

/** The index has transactions that only touch the account. */
function isOf(wallet: Address): (transaction: WalletTransaction) => boolean {
  return ({ from, to, value }) => from === wallet || (to === wallet && value > 0n)
}
