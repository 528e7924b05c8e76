import type { TestAnswer } from '../../../verification/testing/testService.ts'
import type { BookTransfer, ChainBook } from './chainBook.ts'

/** docs.etherscan.io, "Accounts": a chain in the service's own format, with its paging, its window and its words. */
export function fakeEtherscan(book: ChainBook): (url: URL) => TestAnswer {
  return (url) => {
    const given = (name: string) => url.searchParams.get(name) ?? ''
    if (!url.searchParams.has('chainid'))
      return refused('Missing or unsupported chainid parameter (required for v2 api), please see chainlist')
    if (given('apikey') === '') return refused('Missing/Invalid API Key')
    const wallet = given('address').toLowerCase()
    const [page, offset] = [Number(given('page')), Number(given('offset'))]
    if (page * offset > 10_000)
      return {
        json: {
          status: '0',
          message: 'Result window is too large, PageNo x Offset size must be less than or equal to 10000',
          result: null,
        },
      }
    const isOf = (row: { from: string; to: string | null }) => row.from === wallet || row.to === wallet
    const lists: Record<string, () => { block: number; row: object }[]> = {
      txlist: () => book.transactions.filter(isOf).map((one) => ({ block: one.block, row: transaction(one) })),
      txlistinternal: () =>
        book.internals
          .filter((one) => isOf(one) && one.value > 0n && !/delegate|static/.test(one.type))
          .map((one) => ({ block: one.block, row: internal(one) })),
      tokentx: () => ofStandard('ERC-20', isOf),
      tokennfttx: () => ofStandard('ERC-721', isOf),
      token1155tx: () => ofStandard('ERC-1155', isOf),
    }
    const list = lists[given('action')]
    if (given('module') !== 'account' || list === undefined) return refused('Error! Missing Or invalid Action name')
    const rows = list().filter(
      ({ block }) => block >= Number(given('startblock')) && block <= Number(given('endblock')),
    )
    if (given('sort') === 'desc') rows.reverse()
    const result = rows.slice((page - 1) * offset, page * offset).map(({ row }) => row)
    return result.length > 0
      ? { json: { status: '1', message: 'OK', result } }
      : { json: { status: '0', message: 'No transactions found', result: [] } }
  }

  function ofStandard(standard: BookTransfer['standard'], isOf: (row: BookTransfer) => boolean) {
    return book.transfers
      .filter((one) => one.standard === standard && isOf(one))
      .map((one) => ({ block: one.block, row: token(one) }))
  }
}

const refused = (result: string): TestAnswer => ({ json: { status: '0', message: 'NOTOK', result } })
const common = ({ hash, block, at }: { hash: string; block: number; at: number }) => ({
  hash,
  blockNumber: String(block),
  timeStamp: String(at),
})

function transaction(one: ChainBook['transactions'][number]): object {
  return {
    ...common(one),
    nonce: String(one.nonce),
    transactionIndex: String(one.index),
    from: one.from,
    to: one.to ?? '',
    value: String(one.value),
    gas: '3000000',
    gasPrice: '7',
    gasUsed: String(one.gasUsed),
    input: one.input,
    isError: one.ok ? '0' : '1',
    txreceipt_status: one.ok ? '1' : '0',
    contractAddress: one.made ?? '',
    confirmations: '9',
    methodId: one.input.slice(0, 10),
    functionName: '',
  }
}
function internal(one: ChainBook['internals'][number]): object {
  const created = one.type === 'create'
  return {
    ...common(one),
    from: one.from,
    to: created ? '' : one.to,
    contractAddress: created ? one.to : '',
    input: '',
    value: String(one.value),
    type: created ? 'create' : 'call',
    gas: '1',
    gasUsed: '1',
    traceId: one.place,
    isError: one.ok ? '0' : '1',
    errCode: '',
  }
}
function token(one: BookTransfer): object {
  return {
    ...common(one),
    from: one.from,
    to: one.to,
    contractAddress: one.token,
    tokenName: 'T',
    tokenSymbol: 'T',
    ...(one.standard === 'ERC-20' && { value: String(one.value), tokenDecimal: '18' }),
    ...(one.standard === 'ERC-721' && { tokenID: String(one.id), tokenDecimal: '0' }),
    ...(one.standard === 'ERC-1155' && { tokenID: String(one.id), tokenValue: String(one.value) }),
    transactionIndex: '0',
    gas: '1',
    gasPrice: '7',
    gasUsed: '1',
    cumulativeGasUsed: '1',
    input: 'deprecated',
  }
}
