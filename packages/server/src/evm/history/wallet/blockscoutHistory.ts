import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { ServiceAccess } from '../../verification/createAskJson.ts'
import { ExplorerFailure } from '../../verification/explorer.ts'
import { object } from '../../verification/parseAbi.ts'
import { amountOf, MalformedRow, rowOf, selectorOf } from './explorerValues.ts'
import type { HistoryAnswer, HistoryReader, Movement, Rows } from './historyAnswer.ts'
import { walletOrigin } from './walletOrigin.ts'

const NAME = 'Blockscout'
/** Pages of 50 rows read of one list. */
const MAX_PAGES = 40

const LISTS = {
  transactions: { path: 'transactions', what: 'transactions' },
  internals: { path: 'internal-transactions', what: 'internal transactions' },
  tokens: { path: 'token-transfers', what: 'token transfers' },
} as const
type List = (typeof LISTS)[keyof typeof LISTS]

/**
 * Accounts by Blockscout's REST API: `/api/v2/addresses/{address}/…`, pages of 50 that name the next by `next_page_params`
 * (docs.blockscout.com). Knows everything, of the newest 2,000 rows of each list; of more, the oldest page of transactions
 * tells how the wallet began, unless contracts paid it first.
 */
export function blockscoutHistory(
  urls: Readonly<Record<Chain, string | null>>,
  { askJson, guard }: ServiceAccess,
): HistoryReader {
  type Request = { chain: Chain; address: Address; block: bigint }

  async function page(url: URL): Promise<{ items: unknown[]; next: Record<string, unknown> | null }> {
    const { status, body } = await askJson(url)
    const answer = object(body)
    // An address that it never saw.
    if (status === 404 && answer?.message === 'Not found') return { items: [], next: null }
    if (status !== 200 || !Array.isArray(answer?.items)) throw new ExplorerFailure(NAME, `answered HTTP ${status}`)
    return { items: answer.items, next: object(answer.next_page_params) }
  }
  function urlOf({ chain, address }: Request, { path }: List, parameters: Record<string, unknown> = {}): URL {
    const root = (urls[chain] as string).replace(/\/+$/, '')
    const url = new URL(`${root}/api/v2/addresses/${address}/${path}`)
    for (const [name, value] of Object.entries(parameters))
      if (/^\w{1,40}$/.test(name) && ['string', 'number', 'boolean'].includes(typeof value))
        url.searchParams.set(name, String(value).slice(0, 200))
    return url
  }

  async function newest<Row extends { blockNumber: bigint }>(
    request: Request,
    list: List,
    read: (row: unknown) => Row | null,
    cut: string[],
    signal: AbortSignal,
  ): Promise<Rows<Row> | undefined> {
    const rows: Row[] = []
    let pages = 0
    try {
      let parameters: Record<string, unknown> | null = {}
      while (parameters !== null && pages < MAX_PAGES) {
        signal.throwIfAborted()
        const url = urlOf(request, list, parameters)
        const { items, next } = await withSignal(
          guard(request.chain, () => page(url)),
          signal,
        )
        for (const item of items) {
          const row = read(item)
          // The service has no end block: what came after ours is left out.
          if (row !== null && row.blockNumber <= request.block) rows.push(row)
        }
        parameters = next
        pages++
      }
      if (parameters === null) return { rows, complete: true }
      cut.push(`${NAME}: of ${list.what} the newest ${rows.length}`)
    } catch (error) {
      cut.push(signal.aborted ? `${NAME}: no time for all ${list.what}` : `${wordsOf(error)} (${list.what})`)
      if (pages === 0) return undefined
    }
    return { rows, complete: false }
  }

  /** Instances that do not sort answer the newest again. */
  async function oldest(request: Request, signal: AbortSignal): Promise<Rows<WalletTransaction>> {
    const url = urlOf(request, LISTS.transactions, { sort: 'block_number', order: 'asc' })
    const { items, next } = await withSignal(
      guard(request.chain, () => page(url)),
      signal,
    )
    const rows = items.map(readTransaction)
    const inOrder = rows.every((row, at) => at === 0 || row.blockNumber >= (rows[at - 1]?.blockNumber ?? 0n))
    const spread = rows[0]?.blockNumber !== rows.at(-1)?.blockNumber
    if (!inOrder || !spread) throw new ExplorerFailure(NAME, 'does not list oldest transactions first')
    return { rows: rows.reverse(), complete: next === null }
  }

  return {
    source: 'blockscout',
    covers: (chain) => urls[chain] !== null,
    knows: ['transactions', 'internals', 'tokens', 'firstSeen', 'funding'],
    async ask({ block, address, wanted }, signal) {
      const request = { chain: block.chain, address, block: block.number }
      const cut: string[] = []
      const [transactions, internals, tokens] = await Promise.all([
        wanted.has('transactions') ? newest(request, LISTS.transactions, readTransaction, cut, signal) : undefined,
        newest(request, LISTS.internals, readInternal, cut, signal),
        wanted.has('tokens') ? newest(request, LISTS.tokens, readToken, cut, signal) : undefined,
      ])
      const answer: HistoryAnswer = {
        ...(transactions && { transactions: ofWallet(address, transactions) }),
        ...(internals && { internals }),
        ...(tokens && { tokens }),
        cut,
      }
      if (!internals?.complete) return answer
      try {
        const first = transactions?.complete ? transactions : await oldest(request, signal)
        return { ...answer, ...walletOrigin(address, { transactions: ofWallet(address, first), internals }) }
      } catch (error) {
        cut.push(`${wordsOf(error)} (oldest transactions)`)
        return answer
      }
    },
  }
}

function ofWallet(wallet: Address, { rows, complete }: Rows<WalletTransaction>): Rows<WalletTransaction> {
  return { rows: rows.filter(({ from, to, value }) => from === wallet || (to === wallet && value > 0n)), complete }
}

/** What all rows have. Instances from before 2025 say `tx_hash` and `block`. */
function common(value: unknown) {
  const { row } = rowOf(value)
  const party = (name: string) => object(row[name])?.hash ?? null
  const plain = rowOf({
    hash: row.transaction_hash ?? row.tx_hash ?? row.hash,
    blockNumber: row.block_number ?? row.block,
    from: party('from'),
    to: party('to') ?? object(row.created_contract)?.hash ?? null,
  })
  const time = typeof row.timestamp === 'string' ? Date.parse(row.timestamp) : Number.NaN
  return {
    row,
    hash: plain.hash('hash'),
    blockNumber: plain.integer('blockNumber'),
    timestamp: Number.isFinite(time) ? Math.floor(time / 1_000) : null,
    from: plain.address('from'),
    to: plain.addressOrNone('to'),
    isCreation: party('to') === null,
  }
}

function readTransaction(value: unknown): WalletTransaction {
  const { row, isCreation, to, ...rest } = common(value)
  return {
    ...rest,
    to: isCreation ? null : to,
    value: amount(row.value),
    selector: selectorOf(row.raw_input),
    success: row.status === 'ok' ? true : row.status === 'error' ? false : null,
  }
}

function readInternal(value: unknown): Movement | null {
  const { row, isCreation: _, to, ...rest } = common(value)
  // What is delegated carries its caller's value along without moving it.
  if (row.success === false || to === null || /delegate|static|callcode/.test(String(row.type))) return null
  if (amount(row.value) === 0n) return null
  return { ...rest, to, assetType: 'native', token: null, tokenId: null, amount: amount(row.value) }
}

const STANDARDS: Record<string, 'erc20' | 'erc721' | 'erc1155'> = {
  'ERC-20': 'erc20',
  'ERC-721': 'erc721',
  'ERC-1155': 'erc1155',
}

/** Null: of a standard that we do not follow. */
function readToken(value: unknown): Movement | null {
  const { row, isCreation: _, to, ...rest } = common(value)
  const token = object(row.token)
  const assetType = STANDARDS[String(row.token_type ?? token?.type)]
  if (assetType === undefined) return null
  const total = object(row.total)
  if (to === null) throw new MalformedRow('to')
  return {
    ...rest,
    to,
    assetType,
    token: rowOf({ token: token?.address_hash ?? token?.address }).address('token'),
    tokenId: assetType === 'erc20' ? null : amount(total?.token_id),
    amount: assetType === 'erc721' ? 1n : amount(total?.value),
  }
}

function amount(value: unknown): bigint {
  const read = amountOf(value)
  if (read === null) throw new MalformedRow('amount')
  return read
}

function wordsOf(error: unknown): string {
  return error instanceof ExplorerFailure ? error.message : `${NAME}: gave a malformed answer`
}
