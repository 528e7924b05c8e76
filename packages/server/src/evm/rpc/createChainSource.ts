import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import { CHAIN_IDS, type Chain } from '@redoubt/risk/chain.ts'
import type { PinnedBlock } from '@redoubt/risk/facts/pinnedBlock.ts'
import type { RpcRelay } from '../../domain/ports/rpcRelay.ts'
import { NetworkUnavailable, StateUnavailable } from '../../domain/sourceErrors.ts'
import { withSignal } from '../../lib/withSignal.ts'
import { createAccountReads } from './accountReads.ts'
import { type AgreementStats, createAgreement } from './agreement.ts'
import { createArbitration } from './arbitration.ts'
import { type BlockReads, createBlockReads } from './blockReads.ts'
import { createCallUntrusted } from './callUntrusted.ts'
import { CHAIN_LIMITS, type ChainLimits } from './chainLimits.ts'
import type { ChainLog, ChainSource, LogFilter, LogPage, LogReadOptions } from './chainSource.ts'
import { createEndpoint } from './endpoint.ts'
import { createEndpointPool, MissingState, type PoolRequest, UnsupportedMethod } from './endpointPool.ts'
import { createHeads, readBlock } from './heads.ts'
import { createHistoryReads } from './historyReads.ts'
import { RpcError } from './jsonRpc.ts'
import { createPinnedState } from './pinnedState.ts'
import { createPrefetch, type Discovery } from './prefetch.ts'
import { createLogReader } from './readLogs.ts'
import { createReadWords } from './readWords.ts'
import { createRpcRelay } from './rpcRelay.ts'
import { readHash, readObject } from './rpcValues.ts'
import { createSentTransactions } from './sentTransactions.ts'
import { createStateCache } from './stateCache.ts'

/** How a network and its endpoints fare, as of the reads of this process: nothing is asked for it. */
export type ChainHealth = {
  /** Newest block that was read; null: none yet. Timestamp in Unix seconds. */
  head: { number: bigint; timestamp: bigint } | null
  endpoints: {
    host: string
    /** What a read of state usually takes, in milliseconds; null: not known yet. */
    latencyMs: number | null
    /** Failures in a row; 0: healthy. */
    failures: number
    setAside: boolean
  }[]
}

/** The kind of read that tells how an endpoint fares: each scan makes some. */
const TYPICAL = 'eth_getBalance'

/**
 * Connects one network through the operator's endpoints, first choice first. Nothing is sent before the first read.
 * @throws TypeError when a URL is not http or https.
 */
export function createChainSource(options: {
  chain: Chain
  urls: readonly string[]
  limits?: Partial<ChainLimits>
  discovery?: Discovery
  /** Where transactions of wallets go in place of the public pool; absent or null: to the endpoints. */
  relayUrl?: string | null
}): ChainSource & {
  readonly blocks: BlockReads
  readonly rpcRelay: RpcRelay
  agreementStats(): AgreementStats
  health(): ChainHealth
} {
  const { chain } = options
  const limits = { ...CHAIN_LIMITS, ...options.limits }
  const http = createOperatorFetch()
  const endpoints = options.urls.map((url) => {
    if (!/^https?:$/.test(new URL(url).protocol)) throw new TypeError(`RPC URLs of ${chain} must be http or https`)
    return createEndpoint({ url, chainId: CHAIN_IDS[chain], limits, http })
  })
  const pool = createEndpointPool(chain, endpoints)
  const cache = createStateCache(limits.cacheBytes)
  const words = createReadWords()
  const heads = createHeads(chain, pool, limits)
  const agreement = createAgreement(pool, limits, {
    blockOf: heads.blockOf,
    headOf: heads.headOf,
    arbitrate: createArbitration(pool, limits),
  })
  const state = createPinnedState({ pool, cache, words, agreement }, limits)
  const callUntrusted = createCallUntrusted({ pool, cache, agreement }, limits)
  const prefetch = createPrefetch(pool, state, limits, options.discovery ?? 'trace')
  const history = createHistoryReads(pool, limits)
  const accounts = createAccountReads(pool, limits)
  const sent = createSentTransactions(pool, limits)
  const blocks = createBlockReads(chain, pool, limits)
  const logReader = createLogReader({ pool, agreement }, limits)
  const logCache = createLogCache(limits.cachedLogs)
  let head: { readAt: number; block: Promise<PinnedBlock> } | null = null
  let newest: ChainHealth['head'] = null
  const ignored = () => undefined

  /** Errors of our own making aside, whatever kept a read from its value is the upstream's failure. */
  const asUpstream = (error: unknown): unknown => {
    if (error instanceof MissingState) return new StateUnavailable(chain, { cause: error })
    const upstream = error instanceof RpcError || error instanceof UnsupportedMethod
    return upstream ? new NetworkUnavailable(chain, 1, { cause: error }) : error
  }
  const read = <Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> =>
    withSignal(
      work.catch((error: unknown) => {
        throw asUpstream(error)
      }),
      signal,
    )

  const plain = <Value>(method: string, params: readonly unknown[], parse: PoolRequest<Value>['read']) =>
    pool.request({ method, params: () => params, read: parse, timeoutMs: limits.attemptTimeoutMs })

  function readHead(): Promise<PinnedBlock> {
    const now = Date.now()
    if (head && now - head.readAt <= limits.headReuseMs) return head.block
    const block = heads.newest()
    head = { readAt: now, block }
    block.then(({ number, timestamp }) => {
      newest = { number, timestamp }
    }, ignored)
    block.catch(() => {
      if (head?.block === block) head = null
    })
    return block
  }

  function logs({ pin, ...filter }: LogFilter): Promise<ChainLog[]> {
    // Shared, and so bounded by itself.
    const readLogs = () => logReader.all(pin ? { ...filter, pin } : filter, AbortSignal.timeout(limits.logsTimeoutMs))
    if (pin === undefined) return readLogs()
    const key = [pin.hash, filter.fromBlock, filter.toBlock, JSON.stringify([filter.address, filter.topics])].join(':')
    return logCache.get(key, readLogs)
  }

  async function* logPages(filter: LogFilter, options?: LogReadOptions): AsyncGenerator<LogPage> {
    try {
      yield* logReader.pages(filter, options)
    } catch (error) {
      throw asUpstream(error)
    }
  }

  /** Null when no endpoint keeps state that old. */
  async function ifKept(work: Promise<Hex | null>): Promise<Hex | null> {
    try {
      return await work
    } catch (error) {
      if (error instanceof MissingState) return null
      throw error
    }
  }

  async function readiness(): Promise<PinnedBlock | string> {
    try {
      return await readHead()
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return cause instanceof Error ? cause.message : String(cause)
    }
  }

  return {
    chain,
    rpcRelay: createRpcRelay(chain, pool, { limits, http, relayUrl: options.relayUrl ?? null }),
    blocks: {
      newest: (everyone, signal) => read(blocks.newest(everyone), signal),
      headerAt: (number, signal) => read(blocks.headerAt(number), signal),
      ancestors: (header, from, signal) => read(blocks.ancestors(header, from), signal),
      whole: (header, signal) => read(blocks.whole(header), signal),
      inside: (block, signal) => read(blocks.inside(block), signal),
    },
    head: (signal) => read(readHead(), signal),
    balance: async (block, address, signal) => BigInt(await read(state.balance(block, address), signal)),
    nonce: async (block, address, signal) => Number(await read(state.nonce(block, address), signal)),
    code: (block, address, signal) => read(state.code(block, address), signal),
    storage: (block, address, slot, signal) => read(state.storage(block, address, slot), signal),
    known: (block, one) => state.known(block, one),
    readAhead: (block, reads, signal) => withSignal(state.readAhead(block, reads), signal).catch(() => undefined),
    wordsRead: (block, address) => words.of(block, address),
    call: (block, call, signal) => read(state.call(block, call), signal),
    ask: (block, question, signal) => read(callUntrusted(block, question), signal),
    codeAt: (block, ancestor, address, signal) =>
      read(ifKept(state.accountAt(block, ancestor, address, 'code')), signal),
    nonceAt: async (block, ancestor, address, signal) => {
      const nonce = await read(ifKept(state.accountAt(block, ancestor, address, 'nonce')), signal)
      return nonce === null ? null : Number(nonce)
    },
    balanceAt: async (block, ancestor, address, signal) => {
      const balance = await read(ifKept(state.accountAt(block, ancestor, address, 'balance')), signal)
      return balance === null ? null : BigInt(balance)
    },
    callAt: (block, ancestor, call, signal) => read(ifKept(state.call(block, call, ancestor)), signal),
    logs: (filter, signal) => read(logs(filter), signal),
    logPages,
    blockHash: (blockNumber, signal) =>
      read(
        plain('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false], (result) =>
          readHash(readObject(result, 'block').hash),
        ),
        signal,
      ),
    blockAt: (blockNumber, signal) =>
      read(
        plain('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, false], (result) => readBlock(chain, result)),
        signal,
      ),
    transaction: (hash, signal) => read(history.transaction(hash), signal),
    sentTransaction: (hash, signal) => read(sent.byHash(hash), signal),
    receipt: (hash, signal) => read(sent.receipt(hash), signal),
    transactionsIn: (blockNumber, signal) => read(sent.inBlock(blockNumber), signal),
    traceTransaction: (hash, tracer, signal) => read(sent.trace(hash, tracer), signal),
    contractCreator: (address, signal) => read(history.contractCreator(address), signal),
    accountTransactions: (address, part, size, signal) => read(accounts.transactions(address, part, size), signal),
    paymentsBy: (hash, signal) => read(accounts.paymentsBy(hash), signal),
    paymentsIn: (blockNumber, signal) => read(accounts.paymentsIn(blockNumber), signal),
    creationsIn: (blockNumber, signal) => read(history.creationsIn(blockNumber), signal),
    prefetch: (block, call, signal) => withSignal(prefetch(block, call), signal),
    readiness: (signal) => withSignal(readiness(), signal),
    agreement: (block, concerns, signal) => agreement.at(block, concerns, signal),
    agreementStats: () => agreement.stats(),
    health: () => ({
      head: newest,
      endpoints: endpoints.map((endpoint) => ({
        host: endpoint.label,
        latencyMs: endpoint.latency(TYPICAL).usual(),
        failures: endpoint.health(TYPICAL).failures(),
        setAside: endpoint.isSetAside(),
      })),
    }),
    close: () => http.close(),
  }
}

/** Logs of ranges that end at a pinned block, by that block's hash and the filter: they never change. */
type LogCache = {
  /** The remembered answer, the one on its way, or a new one. A failure is not remembered. */
  get(key: string, read: () => Promise<ChainLog[]>): Promise<ChainLog[]>
}

/** Least recently used first out; bounded in logs, and an empty answer counts as one. */
export function createLogCache(maxLogs: number): LogCache {
  const entries = new Map<string, { logs: Promise<ChainLog[]>; size: number }>()
  let held = 0

  function drop(key: string): void {
    held -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get(key, read) {
      const known = entries.get(key)
      if (known) {
        entries.delete(key)
        entries.set(key, known)
        return known.logs
      }
      const entry = { logs: read(), size: 1 }
      entries.set(key, entry)
      held += entry.size
      entry.logs.then(
        (logs) => {
          if (entries.get(key) !== entry) return
          held += logs.length
          entry.size += logs.length
          for (const oldest of entries.keys()) {
            if (held <= maxLogs) break
            drop(oldest)
          }
        },
        () => {
          if (entries.get(key) === entry) drop(key)
        },
      )
      return entry.logs
    },
  }
}
