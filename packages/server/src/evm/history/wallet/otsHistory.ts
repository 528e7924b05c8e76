import type { Address } from '@redoubt/risk/address.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import type { ChainSource, ListedTransaction } from '../../rpc/chainSource.ts'
import { beginning } from './beginning.ts'
import { selectorOf } from './explorerValues.ts'
import type { HistoryAnswer, HistoryReader, Movement } from './historyAnswer.ts'

const NAME = 'ots_'
const PAGE = 100
/** Limits of transactions read per wallet, and of those examined for inner payments. */
const MAX = 2_000
const MAX_LOOKED_INTO = 500

/**
 * A node that indexes accounts (Otterscan's API: Erigon, Silkworm, anvil). Knows every transaction that touches the account and
 * what moved inside; tokens it leaves to the logs.
 */
export function otsHistory(chain: ChainSource): HistoryReader {
  async function newest(block: PinnedBlock, address: Address, cut: string[], signal: AbortSignal) {
    const rows: ListedTransaction[] = []
    let before = block.number + 1n
    try {
      while (rows.length < MAX) {
        const page = await chain.accountTransactions(address, { before }, PAGE, signal)
        if (page === null) return rows.length === 0 ? null : { rows, complete: false }
        for (const row of page.transactions) if (row.blockNumber < before) rows.push(row)
        const oldest = page.transactions.at(-1)?.blockNumber
        if (page.oldest || oldest === undefined || oldest >= before) return { rows, complete: page.oldest }
        before = oldest
      }
      cut.push(`${NAME}: of transactions the newest ${rows.length}`)
    } catch (error) {
      if (rows.length === 0) throw error
      cut.push(signal.aborted ? `${NAME}: no time for all transactions` : `${NAME}: the network could not be read`)
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
        if (listed === null) return { cut: [`${NAME}: no endpoint offers it`] }
        const transactions = { rows: listed.rows.map(asTransaction).filter(isOf(address)), complete: listed.complete }
        answer.transactions = transactions
        const looked = listed.rows.slice(0, MAX_LOOKED_INTO)
        const movements = await inside(looked, address, signal).catch(() => null)
        if (movements === null) cut.push(`${NAME}: what moved inside transactions is not known`)
        else {
          answer.internals = { rows: movements, complete: listed.complete && looked.length === listed.rows.length }
          const begun = beginning(address, { transactions, internals: answer.internals })
          if (begun.firstSeen !== undefined) return { ...answer, ...begun }
        }
      }
      // The other end of a long list is read separately.
      const first = await chain.accountTransactions(address, { after: 0n }, 25, signal).catch(() => null)
      if (first === null) return answer
      const rows = first.transactions.filter(({ blockNumber }) => blockNumber <= block.number)
      const within = await inside(rows, address, signal).catch(() => null)
      if (within === null) return answer
      const begun = beginning(address, {
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
