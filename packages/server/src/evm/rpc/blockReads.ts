import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import { mapConcurrent } from '../../lib/mapConcurrent.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { createBackOff } from './backOff.ts'
import type { ChainLimits } from './chainLimits.ts'
import { EndpointFailure } from './endpoint.ts'
import { type EndpointPool, type PoolRequest, UnsupportedMethod } from './endpointPool.ts'
import { type InternalTransfer, readBlockTraces, readCallTraces } from './internalTransfers.ts'
import { classifyRpcError, RpcError } from './jsonRpc.ts'
import { type ChainHeader, readHeader, readWholeBlock, type WholeBlock } from './readWholeBlock.ts'
import { MalformedAnswer, readArray, readHash, readObject, readQuantity, stateSyncOf } from './rpcValues.ts'

/** Reads for a reader that follows a chain block by block and trusts no single endpoint. */
export type BlockReads = {
  /** The newest block of the preferred endpoint; of `everyone`, the highest. */
  newest(everyone: boolean, signal: AbortSignal): Promise<ChainHeader>
  headerAt(number: bigint, signal: AbortSignal): Promise<ChainHeader>
  /** The blocks from `from` up to the header's parent, oldest first: each is proved by the next. */
  ancestors(header: ChainHeader, from: bigint, signal: AbortSignal): Promise<ChainHeader[]>
  /** The whole content of a block. @throws NetworkUnavailable while no endpoint answers all of it. */
  whole(header: ChainHeader, signal: AbortSignal): Promise<WholeBlock>
  /** Coin payments inside the block's transactions; never an error, and soon. */
  inside(block: WholeBlock, signal: AbortSignal): Promise<InternalTransfers>
}
/** `unsupported`: no endpoint traces blocks. `failed`: none did in time, or the answer was too large. */
export type InternalTransfers = InternalTransfer[] | 'unsupported' | 'failed'

type Reads = {
  newest(everyone: boolean): Promise<ChainHeader>
  headerAt(number: bigint): Promise<ChainHeader>
  ancestors(header: ChainHeader, from: bigint): Promise<ChainHeader[]>
  whole(header: ChainHeader): Promise<WholeBlock>
  inside(block: WholeBlock): Promise<InternalTransfers>
}

const CALL_TRACER = { tracer: 'callTracer' }
/** Receipts asked for at once, where each is asked for by itself. */
const RECEIPTS_AT_ONCE = 8
/** Limit of remembered headers. */
const KNOWN = 1_024

export function createBlockReads(chain: Chain, pool: EndpointPool, limits: ChainLimits): Reads {
  const timeoutMs = limits.attemptTimeoutMs
  /** By hash: where half of the reads fail, the others need not be repeated. */
  const known = new Map<Hex, ChainHeader>()
  const headerAt = (number: bigint) =>
    pool.request({
      method: 'eth_getBlockByNumber',
      params: () => [`0x${number.toString(16)}`, false],
      timeoutMs,
      read: (result) => {
        const header = readHeader(result)
        if (header.number !== number) throw new MalformedAnswer('block number', header.number.toString())
        return header
      },
    })
  const headerOf = (hash: Hex) =>
    pool.request({
      method: 'eth_getBlockByHash',
      params: () => [hash, false],
      timeoutMs,
      read: (result) => {
        const header = readHeader(result)
        if (header.hash !== hash) throw new MalformedAnswer('block hash', header.hash)
        return header
      },
    })

  /** Where there is no parent, the child may have been wrong. */
  const parentOf = (child: ChainHeader) =>
    headerOf(child.parentHash).catch((error: unknown) => {
      known.delete(child.hash)
      throw error
    })

  function gather(header: ChainHeader): ChainHeader {
    const [oldest] = known.keys()
    if (known.size >= KNOWN && oldest !== undefined) known.delete(oldest)
    known.set(header.hash, header)
    return header
  }

  /** Reads a block with its logs from one endpoint; or with its receipts, where no endpoint answers that many logs. */
  function wholeBy(method: string, header: ChainHeader, readLogs: (result: unknown) => unknown): Promise<WholeBlock> {
    let block: unknown
    return pool.request({
      method,
      params: () => (method === 'eth_getLogs' ? [{ blockHash: header.hash }] : [header.hash]),
      timeoutMs: limits.slowAttemptTimeoutMs,
      lane: 'blocks',
      beside: {
        request: { method: 'eth_getBlockByHash', params: [header.hash, true] },
        check: (result) => {
          block = result
        },
      },
      read: (result) => readWholeBlock(chain, header, { block, logs: readLogs(result) }),
      concerns: isAboutTheBlock,
    })
  }

  /**
   * The same with each receipt by itself: a block full of cheap logs is more than an endpoint answers at once, and one transaction of it is
   * not (EIP-7825: 44,000 logs at most, 16 MB of text).
   */
  async function wholeByReceipts(header: ChainHeader): Promise<WholeBlock> {
    const about = { timeoutMs: limits.slowAttemptTimeoutMs, concerns: isAboutTheBlock }
    const block = await pool.request({
      ...about,
      method: 'eth_getBlockByHash',
      params: () => [header.hash, true],
      lane: 'blocks',
      read: (result) => readObject(result, 'block'),
    })
    const hashes = readArray(block.transactions, 'transactions').map((one) =>
      readHash(readObject(one, 'transaction').hash),
    )
    const logs = await mapConcurrent(hashes, RECEIPTS_AT_ONCE, (hash) =>
      pool.request({
        ...about,
        method: 'eth_getTransactionReceipt',
        params: () => [hash],
        lane: 'alone',
        read: (result) => {
          const receipt = readObject(result, 'receipt')
          if (readHash(receipt.blockHash) !== header.hash) throw new MalformedAnswer('receipt: another block', hash)
          return readArray(receipt.logs, 'logs')
        },
      }),
    )
    return readWholeBlock(chain, header, { block, logs: logs.flat() })
  }

  /** Traces are expensive: endpoints that fail at them are skipped for a while, but only for traces. */
  const rest = createBackOff(limits)
  const tracesOf = (
    block: WholeBlock,
    { method, params, read }: { method: string; params: unknown[]; read: typeof readCallTraces },
  ) =>
    pool.request({
      method,
      params: () => params,
      timeoutMs: limits.slowAttemptTimeoutMs,
      lane: 'traces',
      read: (result) => read(result, { ...block, untraced: stateSyncOf(chain, block) }),
      concerns: (error) => !(error instanceof RpcError) || isAboutTheBlock(error),
    })

  return {
    async newest(everyone) {
      const request: PoolRequest<ChainHeader> = {
        method: 'eth_getBlockByNumber',
        params: () => ['latest', false],
        timeoutMs,
        read: readHeader,
        // The chain behind an address may change from one day to the next.
        beside: { request: { method: 'eth_chainId', params: [] }, check: (id) => checkChain(chain, id) },
      }
      if (!everyone) return pool.request(request)
      const all = await pool.requestAll(request)
      return all.reduce((highest, header) => (header.number > highest.number ? header : highest))
    },
    headerAt,
    async ancestors(header, from) {
      const linked: ChainHeader[] = []
      let child = header
      const climb = (parent: ChainHeader | undefined) => {
        if (parent === undefined) return false
        if (parent.number !== child.number - 1n) throw new MalformedAnswer('parent', parent.number.toString())
        linked.unshift(parent)
        child = parent
        return true
      }
      while (child.number > from && climb(known.get(child.parentHash)));
      const numbers = Array.from({ length: Number(child.number - from) }, (_, index) => from + BigInt(index))
      await Promise.all(numbers.map((number) => headerAt(number).then(gather, () => null)))
      while (child.number > from) {
        // By number, an endpoint answers its own view; by hash, the block that the child proves.
        climb(known.get(child.parentHash) ?? gather(await parentOf(child)))
      }
      return linked
    },
    whole: (header) =>
      wholeBy('eth_getLogs', header, (logs) => logs).catch((error: unknown) =>
        wholeBy('eth_getBlockReceipts', header, logsOfReceipts)
          .catch(() => wholeByReceipts(header))
          .catch(() => {
            known.delete(header.hash)
            throw error
          }),
      ),
    async inside(block) {
      if (Date.now() < rest.retryAt()) return 'failed'
      const number = `0x${block.number.toString(16)}`
      const late = AbortSignal.timeout(limits.slowAttemptTimeoutMs)
      try {
        const reading = tracesOf(block, {
          method: 'debug_traceBlockByHash',
          params: [block.hash, CALL_TRACER],
          read: readCallTraces,
        }).catch((error: unknown) => {
          if (late.aborted) throw error
          return tracesOf(block, { method: 'trace_block', params: [number], read: readBlockTraces }).catch(
            (second: unknown) => {
              // It is offered, and failed.
              throw second instanceof UnsupportedMethod ? error : second
            },
          )
        })
        const payments = await withSignal(reading, late)
        rest.succeeded()
        return payments
      } catch (error) {
        if (error instanceof UnsupportedMethod) return 'unsupported'
        rest.failed('slow')
        return 'failed'
      }
    },
  }
}

function checkChain(chain: Chain, id: unknown): void {
  const answered = readQuantity(id, 'chain id')
  if (answered !== BigInt(CHAIN_IDS[chain])) throw new MalformedAnswer('chain id', answered.toString())
}

/**
 * Whether the error is about this block: too many logs, an answer that is too large, or an unknown parameter. Another endpoint may answer, and
 * this one may answer other blocks, and all that scans ask.
 */
function isAboutTheBlock(error: unknown): boolean {
  const cause = error instanceof EndpointFailure ? error.cause : null
  if (cause instanceof EgressError && cause.failure === 'too-large') return true
  return error instanceof RpcError && !['busy', 'unsupported'].includes(classifyRpcError(error))
}

function logsOfReceipts(result: unknown): unknown[] {
  return readArray(result, 'receipts').flatMap((one) => readArray(readObject(one, 'receipt').logs, 'logs'))
}
