import type { Address } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { WalletTransaction } from '@redoubt/risk/facts/walletHistory.ts'
import { withSignal } from '../../../lib/withSignal.ts'
import type { ServiceAccess } from '../../verification/createAskJson.ts'
import { ExplorerFailure } from '../../verification/explorer.ts'
import { object } from '../../verification/parseAbi.ts'
import { amountOf, rowOf, selectorOf } from './explorerValues.ts'
import type { Aspect, HistoryAnswer, HistoryReader, Movement, Rows } from './historyAnswer.ts'
import { walletOrigin } from './walletOrigin.ts'

const NAME = 'Etherscan'
/** Rows of a page, and what the service answers of one list at most: `PageNo x Offset` is up to 10,000. */
const PAGE = 1_000
const WINDOW = 10_000
/** Times that a page is asked again after the service said that we were too quick. */
const MAX_RETRIES = 3

type List = { action: string; what: string }
const LISTS = {
  transactions: { action: 'txlist', what: 'transactions' },
  internals: { action: 'txlistinternal', what: 'internal transactions' },
  erc20: { action: 'tokentx', what: 'ERC-20 transfers' },
  erc721: { action: 'tokennfttx', what: 'ERC-721 transfers' },
  erc1155: { action: 'token1155tx', what: 'ERC-1155 transfers' },
} as const satisfies Record<string, List>

/**
 * Accounts by Etherscan's API version 2 and those made like it: `module=account` (docs.etherscan.io). Knows everything, of the
 * newest 10,000 rows of each list; of more, the oldest page tells how the wallet began. Paid out of blocks and the beacon
 * chain it does not list here.
 */
export function etherscanHistory(
  {
    urls,
    apiKey,
    perSecond,
    share,
  }: { urls: Readonly<Record<Chain, string | null>>; apiKey: string | null; perSecond: number; share?: Share },
  { askJson, guard }: ServiceAccess,
): HistoryReader {
  const pace: Throttle = createThrottle(perSecond, share && { share })

  /** Null: too many calls in this second. */
  async function once(chain: Chain, parameters: Record<string, string>): Promise<unknown[] | null> {
    const url = new URL(urls[chain] as string)
    const all = {
      chainid: String(CHAIN_IDS[chain]),
      module: 'account',
      ...parameters,
      ...(apiKey && { apikey: apiKey }),
    }
    for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
    const { status, body } = await askJson(url)
    const answer = object(body)
    if (status !== 200 || answer === null) throw new ExplorerFailure(NAME, `answered HTTP ${status}`)
    // An empty list comes with status 0 and "No transactions found".
    if (Array.isArray(answer.result)) return answer.result.filter(isMined)
    const words = `${text(answer.message)} ${text(answer.result)}`
    if (/calls per sec/i.test(words)) return null
    throw refusal(words)
  }

  /** Our own time limit is no failure of the service: it is kept outside its guard. */
  async function page<Row>(
    chain: Chain,
    parameters: Record<string, string>,
    read: (row: unknown) => Row,
    signal: AbortSignal,
  ): Promise<Row[]> {
    for (let tries = 0; ; tries++) {
      await pace(signal)
      const question = async () => {
        const found = await once(chain, parameters)
        if (found === null && tries === MAX_RETRIES) throw refusal('rate limit')
        return found?.map(read)
      }
      const rows = await withSignal(guard(chain, question), signal)
      if (rows !== undefined) return rows
    }
  }

  /** Newest first, page after page, until the last, the window or the time ends. */
  async function newest<Row>(
    request: { chain: Chain; address: Address; block: bigint },
    { action, what }: List,
    read: (row: unknown) => Row,
    cut: string[],
    signal: AbortSignal,
  ): Promise<Rows<Row> | undefined> {
    const rows: Row[] = []
    try {
      for (let number = 1; number * PAGE <= WINDOW; number++) {
        const parameters = parametersOf(request, action, { page: number, sort: 'desc' })
        const found = await page(request.chain, parameters, read, signal)
        for (const row of found) rows.push(row)
        if (found.length < PAGE) return { rows, complete: true }
      }
      cut.push(`${NAME}: of ${what} the newest ${WINDOW}`)
    } catch (error) {
      cut.push(signal.aborted ? `${NAME}: no time for all ${what}` : `${wordsOf(error)} (${what})`)
      if (rows.length === 0) return undefined
    }
    return { rows, complete: false }
  }

  /** How a wallet began whose lists are too long. */
  async function oldest<Row>(
    request: { chain: Chain; address: Address; block: bigint },
    { action }: List,
    read: (row: unknown) => Row,
    signal: AbortSignal,
  ): Promise<Rows<Row>> {
    const max = 100
    const parameters = parametersOf(request, action, { page: 1, sort: 'asc', offset: max })
    const found = await page(request.chain, parameters, read, signal)
    return { rows: found.reverse(), complete: found.length < max }
  }

  return {
    source: 'etherscan',
    covers: (chain) => urls[chain] !== null,
    knows: ['transactions', 'internals', 'tokens', 'firstSeen', 'funding'],
    async ask({ block, address, wanted }, signal) {
      const request = { chain: block.chain, address, block: block.number }
      const cut: string[] = []
      const list = <Row>(aspect: Aspect, of: List, read: (row: unknown) => Row) =>
        wanted.has(aspect) ? newest(request, of, read, cut, signal) : undefined
      const [transactions, internals, ...tokens] = await Promise.all([
        list('transactions', LISTS.transactions, readTransaction),
        list('internals', LISTS.internals, readInternal),
        list('tokens', LISTS.erc20, readToken('erc20')),
        list('tokens', LISTS.erc721, readToken('erc721')),
        list('tokens', LISTS.erc1155, readToken('erc1155')),
      ])
      const answer: HistoryAnswer = { cut }
      if (transactions) answer.transactions = ofWallet(address, transactions)
      if (internals) answer.internals = moved(internals)
      const read = tokens.filter((one) => one !== undefined)
      if (read.length > 0)
        answer.tokens = {
          rows: read.flatMap(({ rows }) => rows),
          complete: read.length === tokens.length && read.every(({ complete }) => complete),
        }
      try {
        const [first, inside] = await Promise.all([
          transactions?.complete ? transactions : oldest(request, LISTS.transactions, readTransaction, signal),
          internals?.complete ? internals : oldest(request, LISTS.internals, readInternal, signal),
        ])
        return {
          ...answer,
          ...walletOrigin(address, { transactions: ofWallet(address, first), internals: moved(inside) }),
        }
      } catch (error) {
        cut.push(`${wordsOf(error)} (oldest transactions)`)
        return answer
      }
    },
  }
}

function parametersOf(
  { address, block }: { address: Address; block: bigint },
  action: string,
  { page, sort, offset = PAGE }: { page: number; sort: 'asc' | 'desc'; offset?: number },
): Record<string, string> {
  return { action, address, startblock: '0', endblock: String(block), page: String(page), offset: String(offset), sort }
}

/** The list has calls of the wallet without value too. */
function ofWallet(wallet: Address, { rows, complete }: Rows<WalletTransaction>): Rows<WalletTransaction> {
  return { rows: rows.filter(({ from, to, value }) => from === wallet || (to === wallet && value > 0n)), complete }
}
function moved({ rows, complete }: Rows<Movement | null>): Rows<Movement> {
  return { rows: rows.filter((row) => row !== null), complete }
}

/** What genesis gave is listed as GENESIS_… in the place of a hash. */
function isMined(row: unknown): boolean {
  return !String(object(row)?.hash).startsWith('GENESIS')
}

function readTransaction(value: unknown): WalletTransaction {
  const { row, hash, address, addressOrNone, integer, amount } = rowOf(value)
  return {
    hash: hash('hash'),
    blockNumber: integer('blockNumber'),
    timestamp: Number(integer('timeStamp')),
    from: address('from'),
    to: addressOrNone('to'),
    value: amount('value'),
    selector: selectorOf(row.input),
    // Blocks before Byzantium have no receipt status.
    success: row.isError === '1' || row.txreceipt_status === '0' ? false : row.isError === '0' ? true : null,
  }
}

/** Null: it failed, or moved nothing. */
function readInternal(value: unknown): Movement | null {
  const { row, hash, address, addressOrNone, integer, amount } = rowOf(value)
  const movement = {
    hash: hash('hash'),
    blockNumber: integer('blockNumber'),
    timestamp: Number(integer('timeStamp')),
    from: address('from'),
    assetType: 'native' as const,
    token: null,
    tokenId: null,
    amount: amount('value'),
  }
  const to = addressOrNone('to') ?? addressOrNone('contractAddress')
  return row.isError === '1' || to === null || movement.amount === 0n ? null : { ...movement, to }
}

const readToken =
  (assetType: 'erc20' | 'erc721' | 'erc1155') =>
  (value: unknown): Movement => {
    const { row, hash, address, integer, amount } = rowOf(value)
    const tokenId = assetType === 'erc20' ? null : amount('tokenID')
    return {
      hash: hash('hash'),
      blockNumber: integer('blockNumber'),
      timestamp: Number(integer('timeStamp')),
      from: address('from'),
      to: address('to'),
      assetType,
      token: address('contractAddress'),
      tokenId,
      amount: assetType === 'erc20' ? amount('value') : assetType === 'erc721' ? 1n : (amountOf(row.tokenValue) ?? 1n),
    }
  }

function refusal(words: string): ExplorerFailure {
  if (/rate limit|too many invalid|calls per sec/i.test(words))
    return new ExplorerFailure(NAME, 'over its rate limit', 'busy')
  if (/api ?key|chainid|plan|upgrade|deprecated|not supported/i.test(words))
    return new ExplorerFailure(NAME, 'refused our key or this network', 'refused')
  if (/timeout|smaller result/i.test(words)) return new ExplorerFailure(NAME, 'found too much to answer in time')
  if (/window is too large/i.test(words)) return new ExplorerFailure(NAME, 'answers no page as far back as that')
  return new ExplorerFailure(NAME, 'answered with an error')
}

function wordsOf(error: unknown): string {
  return error instanceof ExplorerFailure ? error.message : `${NAME}: gave a malformed answer`
}
function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : ''
}

/** Waits for one's turn. Rejects with the signal's reason. */
type Throttle = (signal: AbortSignal) => Promise<void>

/** One of several processes of this machine that share a key: `slot` from 1 to `of`. */
export type Share = { slot: number; of: number }

/**
 * Lets through `perSecond` callers a second, evenly after the first ones: services count the calls of each second. Processes that share
 * the pace take turns by the clock of the machine, so that they need not ask each other.
 */
export function createThrottle(
  perSecond: number,
  { share = { slot: 1, of: 1 }, now }: { share?: Share; now?: () => number } = {},
): Throttle {
  const apart = 1_000 / perSecond
  const cycle = apart * share.of
  const clock = now ?? (share.of === 1 ? () => performance.now() : () => Date.now())
  let next = 0
  const turnFrom = (time: number) => {
    if (share.of === 1) return time
    const offset = apart * (share.slot - 1)
    return offset + Math.ceil((time - offset) / cycle) * cycle
  }
  return async (signal) => {
    signal.throwIfAborted()
    const at = turnFrom(Math.max(clock(), next))
    next = at + (share.of === 1 ? apart : cycle / 2)
    const wait = at - clock()
    if (wait <= 0) return
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }, wait)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }
}
