import type { Hex } from '@redoubt/risk/address.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { createSemaphore } from '../../lib/semaphore.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { ChainLog, LogFilter } from './chainSource.ts'
import { classifyRpcError } from './classifyRpcError.ts'
import { type Endpoint, EndpointFailure } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { RpcError } from './jsonRpc.ts'
import { type LogRefusal, logRefusal } from './logRefusal.ts'
import { MalformedAnswer, readAddress, readArray, readData, readHash, readObject, readQuantity } from './rpcValues.ts'

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

export function createLogRequests(pool: EndpointPool, limits: ChainLimits): LogRequests {
  const capOf = new WeakMap<Endpoint, { blocks: bigint; until: number }>()
  let ceiling: { blocks: bigint; until: number } | null = null
  const requests = createSemaphore(limits.logRequests)

  async function ask(filter: LogFilter, range: Range): Promise<ChainLog[]> {
    const refusals: { refusal: LogRefusal; late: boolean; error: unknown }[] = []
    const size = range.toBlock - range.fromBlock + 1n
    const others: unknown[] = []
    try {
      return await pool.request({
        method: 'eth_getLogs',
        params: () => [
          {
            ...(filter.address === undefined ? {} : { address: filter.address }),
            ...(filter.topics === undefined ? {} : { topics: filter.topics }),
            fromBlock: `0x${range.fromBlock.toString(16)}`,
            toBlock: `0x${range.toBlock.toString(16)}`,
          },
        ],
        read: (result) => readLogs(result, filter, range),
        timeoutMs: limits.slowAttemptTimeoutMs,
        lane: 'alone',
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
    } catch (error) {
      if (refusals.length === 0) throw error
      const blocks = refusals.reduce((most, { refusal }) => max(most, refusal.blocks ?? 1n), 1n)
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
  return inOrder(logs)
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
