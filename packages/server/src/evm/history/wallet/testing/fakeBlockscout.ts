import type { TestAnswer } from '../../../verification/testing/testService.ts'
import type { ChainBook } from './chainBook.ts'

const PAGE = 50

/**
 * docs.blockscout.com, REST API: a chain in the service's own format: pages of 50, newest first, each naming the next by keys of
 * its last row. Sorts transactions when asked to, unless `sorts` is false.
 */
export function fakeBlockscout(book: ChainBook, { sorts = true }: { sorts?: boolean } = {}): (url: URL) => TestAnswer {
  return ({ pathname, searchParams }) => {
    const [, wallet = '', list = ''] = /^\/api\/v2\/addresses\/(0x\w{40})\/([\w-]+)$/.exec(pathname) ?? []
    const isOf = (row: { from: string; to: string | null }) => row.from === wallet || row.to === wallet
    const lists: Record<string, () => object[]> = {
      transactions: () => book.transactions.filter((one) => isOf(one) || one.made === wallet).map(transaction),
      'internal-transactions': () => book.internals.filter(isOf).map(internal),
      'token-transfers': () => book.transfers.filter(isOf).map(transfer),
    }
    const rows = lists[list]?.()
    if (rows === undefined) return { status: 404, json: { message: 'Not found' } }
    if (![book.transactions, book.internals, book.transfers].some((all) => all.some(isOf)))
      return { status: 404, json: { message: 'Not found' } }
    const ascending =
      sorts &&
      list === 'transactions' &&
      searchParams.get('order') === 'asc' &&
      searchParams.get('sort') === 'block_number'
    if (!ascending) rows.reverse()
    // The key of the last row, in the words of the list.
    const start = Number(searchParams.get('index') ?? -1) + 1
    const items = rows.slice(start, start + PAGE)
    const isLast = start + PAGE >= rows.length
    const last = items.at(-1) as { block_number: number } | undefined
    const next = { block_number: last?.block_number, index: start + PAGE - 1, items_count: PAGE }
    return { json: { items, next_page_params: isLast ? null : next } }
  }
}

const party = (hash: string | null) =>
  hash && { hash, is_contract: false, is_verified: null, name: null, ens_domain_name: null }
const common = (one: { block: number; at: number; from: string; to: string | null }) => ({
  block_number: one.block,
  timestamp: new Date(one.at * 1_000).toISOString().replace('.000Z', '.000000Z'),
  from: party(one.from),
  to: party(one.to),
})

function transaction(one: ChainBook['transactions'][number]): object {
  return {
    ...common(one),
    hash: one.hash,
    created_contract: party(one.made),
    value: String(one.value),
    raw_input: one.input,
    status: one.ok ? 'ok' : 'error',
    result: one.ok ? 'success' : 'execution reverted',
    position: one.index,
    nonce: one.nonce,
    method: null,
    fee: { type: 'actual', value: '1' },
    transaction_types: ['coin_transfer'],
    confirmations: 9,
  }
}
function internal(one: ChainBook['internals'][number], index: number): object {
  const made = one.type === 'create'
  return {
    ...common(made ? { ...one, to: null } : one),
    transaction_hash: one.hash,
    value: String(one.value),
    index,
    type: one.type,
    success: one.ok,
    error: one.ok ? null : 'Reverted',
    created_contract: made ? party(one.to) : null,
  }
}
function transfer(one: ChainBook['transfers'][number]): object {
  const total = {
    'ERC-20': { decimals: '18', value: String(one.value) },
    'ERC-721': { token_id: String(one.id), token_instance: null },
    'ERC-1155': { decimals: null, token_id: String(one.id), value: String(one.value), token_instance: null },
  }[one.standard]
  return {
    ...common(one),
    transaction_hash: one.hash,
    log_index: one.logIndex,
    token_type: one.standard,
    total,
    token: { address_hash: one.token, symbol: 'T', type: one.standard },
    type: 'token_transfer',
    method: null,
  }
}
