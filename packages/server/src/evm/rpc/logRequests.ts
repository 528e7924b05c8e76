import { createHash } from 'node:crypto'
import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { COIN_LOGS } from '@redoubt/risk/facts/execution.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { Agreement } from './agreement.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, LogFilter } from './chainSource.ts'
import { type Endpoint, EndpointFailure } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { classifyRpcError, RpcError } from './jsonRpc.ts'
import { MalformedAnswer, readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

/** Over a rate limit, or out of credit: narrower ranges would only add requests. */
const RATE = /rate.?limit|too many requests|compute units|per second|quota|credits|capacity|daily/i

const RESULTS =
  /response.{0,20}(size|large|big)|results?\b|logs matched|too many logs|more than [\d,]+ (logs|events|entries)|max(imum)? logs|limit of \d+$|time.?d? ?out|took too long|deadline exceeded|cancell?ed|exceeded max limit/i

const RANGE =
  /range|too many blocks|(maximum|at most|limited to|more than|up to).{0,20}blocks|blocks? (distance|span|count)/i

/** `[0x1180fca, 0x1180fd3]` */
const HEX_RANGE = /\[\s*(0x[0-9a-f]{1,16})\s*,\s*(0x[0-9a-f]{1,16})\s*\]/i

/** `retry with the range 3600741-3620740` */
const DECIMAL_RANGE = /range:? (\d{1,15}) ?(?:-|to) ?(\d{1,15})/i

const NUMBER = /(?<![\w.-])(\d{1,3}(?:[,_]\d{3})+|\d{1,12})\s?(k|m)?(?![\w])/gi

const SIZES: Record<string, bigint> = { k: 1_000n, m: 1_000_000n }

/** Limit of characters read from a message: its length is the endpoint's choice. */
const MAX_LETTERS = 600

/** No endpoint answered a range because of its width. `blocks`: the width to try next; `cause`: the last endpoint's error. */
export class RangeRefused extends Error {
  readonly blocks: bigint
  /** No endpoint answered in time. */
  readonly late: boolean
  constructor(blocks: bigint, late: boolean, cause: unknown) {
    super(`at most ${blocks} blocks`, { cause })
    this.name = 'RangeRefused'
    this.blocks = blocks
    this.late = late
  }
}

type Range = { fromBlock: bigint; toBlock: bigint }

/** Sends one eth_getLogs at a time to any endpoint that answers its range, and remembers the width each endpoint answers. */
export type LogRequests = {
  /** @throws RangeRefused when every answering endpoint says that it is too wide, NetworkUnavailable and others. */
  ask(filter: LogFilter, range: Range, isWanted: () => boolean): Promise<ChainLog[]>
  /** The widest range that any endpoint answers; null: no endpoint refused one lately. */
  widest(): bigint | null
  /** Whether the request was only too early. */
  isBusy(error: unknown): boolean
}

/** A known width of an endpoint is tested again after this long: plans and nodes change. */
const REMEMBER_MS = 600_000
/** Common limits, for providers that do not name theirs. */
const USUAL_WIDTHS = [100_000n, 50_000n, 10_000n, 5_000n, 3_000n, 2_000n, 1_000n, 500n, 100n, 10n, 1n]

export function createLogRequests(
  { pool, agreement }: { pool: EndpointPool; agreement: Agreement },
  limits: ChainLimits,
): LogRequests {
  const capOf = new WeakMap<Endpoint, { blocks: bigint; until: number }>()
  let ceiling: { blocks: bigint; until: number } | null = null
  const requests = createSemaphore(limits.logRequests)

  async function ask(filter: LogFilter, range: Range): Promise<ChainLog[]> {
    const refusals: { refusal: LogRefusal; late: boolean; error: unknown }[] = []
    const size = range.toBlock - range.fromBlock + 1n
    const others: unknown[] = []
    const request = {
      method: 'eth_getLogs',
      params: () => [
        {
          ...(filter.address === undefined ? {} : { address: filter.address }),
          ...(filter.topics === undefined ? {} : { topics: filter.topics }),
          fromBlock: `0x${range.fromBlock.toString(16)}`,
          toBlock: `0x${range.toBlock.toString(16)}`,
        },
      ],
      lane: 'alone' as const,
    }
    try {
      const answered: { by?: Endpoint } = {}
      const logs = await pool.request({
        ...request,
        read: (result) => readLogs(result, filter, range),
        answeredBy: (endpoint) => {
          answered.by = endpoint
        },
        timeoutMs: limits.slowAttemptTimeoutMs,
        suits: (endpoint) => size <= (current(capOf.get(endpoint))?.blocks ?? size),
        concerns: (error, endpoint) => {
          if (error instanceof OtherBlock) return true
          const refusal = logRefusal(error, range)
          if (refusal === null) {
            others.push(error)
            return false
          }
          if (refusals.some((known) => known.error === error)) return true
          const blocks = refusal.blocks ?? narrower(refusal.kind, size)
          if (refusal.kind === 'range') capOf.set(endpoint, { blocks, until: Date.now() + REMEMBER_MS })
          const late = error instanceof EndpointFailure && error.slow
          refusals.push({ refusal: { ...refusal, blocks }, late, error })
          return true
        },
        ...(filter.pin?.number === range.toBlock && { beside: hasBlock(filter.pin) }),
      })
      if (filter.pin !== undefined && answered.by)
        agreement.note(filter.pin, {
          ...request,
          kind: 'logs',
          address: filter.address?.length === 1 ? (filter.address[0] ?? null) : null,
          read: (result) => digestOf(readLogs(result, filter, range)),
          value: digestOf(logs),
          by: answered.by,
          // Each endpoint has its own limit of ranges, and few keep all logs.
          optional: true,
        })
      return logs
    } catch (error) {
      if (refusals.length === 0) throw error
      const blocks = refusals.reduce((limit, { refusal }) => max(limit, refusal.blocks ?? 1n), 1n)
      // Only when no unreachable endpoint might answer more later.
      if (others.length === 0 && refusals.every(({ refusal }) => refusal.kind === 'range'))
        ceiling = { blocks, until: Date.now() + REMEMBER_MS }
      throw new RangeRefused(
        blocks,
        refusals.every(({ late }) => late),
        error,
      )
    }
  }

  return {
    ask: (filter, range, isWanted) =>
      requests.run(() => (isWanted() ? ask(filter, range) : Promise.reject(new Error('nobody reads on')))),
    widest: () => current(ceiling)?.blocks ?? null,
    isBusy(error) {
      const cause = error instanceof NetworkUnavailable ? error.cause : error
      if (cause instanceof RpcError) return classifyRpcError(cause) === 'busy'
      return cause instanceof Error && /HTTP 429|backing off/.test(cause.message)
    },
  }
}

function current<Kept extends { until: number }>(kept: Kept | null | undefined): Kept | null {
  return kept != null && kept.until > Date.now() ? kept : null
}

function narrower(kind: LogRefusal['kind'], size: bigint): bigint {
  if (kind === 'results') return max(size / 4n, 1n)
  return USUAL_WIDTHS.find((usual) => usual < size) ?? 1n
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The endpoint lacks the pinned block, or has another one in its place. */
class OtherBlock extends Error {}

/** A lagging node answers for the blocks it has and stays silent about the others: it must have the newest of them. */
function hasBlock(pin: { number: bigint; hash: Hex }) {
  return {
    request: { method: 'eth_getBlockByNumber', params: [`0x${pin.number.toString(16)}`, false] },
    check: (result: unknown) => {
      const hash = result == null ? null : readHash(readObject(result, 'block').hash)
      if (hash !== pin.hash) throw new OtherBlock(`has ${hash ?? 'nothing'} in the place of block ${pin.number}`)
    },
  }
}

/** Reads the logs and checks them: some nodes ignore filter members they do not know, and an unrequested log would be believed. */
function readLogs(result: unknown, { address, topics = [] }: LogFilter, { fromBlock, toBlock }: Range): ChainLog[] {
  const logs = readArray(result, 'logs')
    .map((log) => readObject(log, 'log'))
    .filter((log) => log.removed !== true)
    .map(readLog)
  const asked = address && new Set<string>(address.map((one) => one.toLowerCase()))
  const wanted = topics.map((topic) => topic && [topic].flat().map((one) => one.toLowerCase()))
  for (const log of logs) {
    const fits =
      log.blockNumber >= fromBlock &&
      log.blockNumber <= toBlock &&
      (asked === undefined || asked.size === 0 || asked.has(log.address)) &&
      wanted.every((any, at) => any === null || any.length === 0 || any.includes(log.topics[at] ?? ''))
    if (!fits) throw new MalformedAnswer('logs: not what was asked', log.blockNumber.toString())
  }
  return inOrder(logs.filter(({ address: emitter }) => emitter !== COIN_LOGS))
}

/** Returns a short text that is the same for the same logs, however nodes number them. */
function digestOf(logs: readonly ChainLog[]): string {
  const rows = logs.map(({ address, topics, data, blockNumber, transactionHash }) =>
    [blockNumber, transactionHash, address, topics, data].join(),
  )
  return createHash('sha256').update(rows.join('\n')).digest('base64')
}

/** Sorts by block and index, each log once. */
function inOrder(logs: ChainLog[]): ChainLog[] {
  const sorted = logs.sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  return sorted.filter((log, at) => {
    const before = sorted[at - 1]
    return before === undefined || before.blockNumber !== log.blockNumber || before.logIndex !== log.logIndex
  })
}

function readLog(log: Record<string, unknown>): ChainLog {
  return {
    address: readAddress(log.address),
    topics: readArray(log.topics, 'topics').map((topic) => readHash(topic)),
    data: readData(log.data),
    blockNumber: readQuantity(log.blockNumber, 'log block number'),
    transactionHash: readHash(log.transactionHash),
    logIndex: Number(readQuantity(log.logIndex, 'log index')),
    ...(log.blockTimestamp != null && { timestamp: Number(readQuantity(log.blockTimestamp, 'log timestamp')) }),
  }
}

/**
 * Reason why an endpoint refused a range of logs, and how many blocks it would answer, where it says so. `range`: it never
 * answers that many blocks. `results`: these blocks hold more logs than it answers, or than it can find in time.
 */
type LogRefusal = { kind: 'range' | 'results'; blocks: bigint | null }

/**
 * Reads the words with which nodes and providers refuse a range of logs: there is no code for it, and each has words of its
 * own. Null: the error is about something else.
 * @example logRefusal(new RpcError(-32_000, 'exceed maximum block range: 5000', null), asked) // { kind: 'range', blocks: 5000n }
 */
export function logRefusal(error: unknown, asked: { fromBlock: bigint; toBlock: bigint }): LogRefusal | null {
  if (error instanceof EndpointFailure) {
    const tooLarge = error.cause instanceof EgressError && error.cause.failure === 'too-large'
    return error.slow || tooLarge || error.message === 'HTTP 413' ? { kind: 'results', blocks: null } : null
  }
  if (!(error instanceof RpcError)) return null
  const text = error.message.slice(0, MAX_LETTERS)
  const works = rangeThatWorks(text, asked)
  // A range offered by the provider decides, whatever else is in the sentence: plans, prices, limits of other methods.
  if (works === null && RATE.test(text)) return null
  if (RESULTS.test(text)) return { kind: 'results', blocks: works }
  if (works !== null || RANGE.test(text)) return { kind: 'range', blocks: works ?? maxBlocks(text, asked) }
  return null
}

type Asked = { fromBlock: bigint; toBlock: bigint }

/** Returns the offered range, which must be narrower than the request. */
function rangeThatWorks(text: string, asked: Asked): bigint | null {
  const found = HEX_RANGE.exec(text) ?? DECIMAL_RANGE.exec(text)
  if (found?.[1] === undefined || found[2] === undefined) return null
  const blocks = BigInt(found[2]) - BigInt(found[1]) + 1n
  return blocks > 0n && blocks < width(asked) ? blocks : null
}

/** Returns the largest number in the text that is below the request and does not repeat it. */
function maxBlocks(text: string, asked: Asked): bigint | null {
  const ours = [asked.fromBlock, asked.toBlock, width(asked), width(asked) - 1n]
  const numbers = [...text.matchAll(NUMBER)].map(
    ([, digits = '', unit]) => BigInt(digits.replace(/[,_]/g, '')) * (SIZES[unit?.toLowerCase() ?? ''] ?? 1n),
  )
  const possible = numbers.filter((one) => one > 0n && one < width(asked) && !ours.includes(one))
  return possible.reduce<bigint | null>((limit, one) => (limit === null || one > limit ? one : limit), null)
}

function width({ fromBlock, toBlock }: Asked): bigint {
  return toBlock - fromBlock + 1n
}
