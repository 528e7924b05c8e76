import { EgressError } from '@redoubt/egress/egressError.ts'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { createAccountQueue } from '../../lib/accountQueue.ts'
import { askingAccount } from '../../lib/askingAccount.ts'
import { type BackOff, createBackOff } from './backOff.ts'
import type { ChainLimits } from './chainLimits.ts'
import { decodeAnswers, encodeRequests, type RpcAnswer, RpcError, type RpcRequest } from './jsonRpc.ts'
import { createLatency, type Latency } from './latency.ts'
import { decodeAnswered, encodeQuestions, gasOf, type Question } from './questions.ts'
import { readData } from './rpcValues.ts'

/** Features that an endpoint lacks. Method names stand for themselves. */
export type Capability = 'batch' | 'state-override' | 'block-by-hash' | 'deployless' | (string & {})

/**
 * What travels together: a stranger decides how long the answers of `holdings`, `words` and `alone` take, which is a lane for
 * one. `blocks` are large: a block travels with its logs and nothing else, and its traces travel alone. `history`: mined transactions, as long as their
 * senders made them.
 */
export type Lane = 'reads' | 'holdings' | 'words' | 'alone' | 'blocks' | 'traces' | 'history'

/** The endpoint gave no usable answer. `slow` when it used up the whole attempt. */
export class EndpointFailure extends Error {
  readonly slow: boolean
  constructor(message: string, slow = false, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EndpointFailure'
    this.slow = slow
  }
}

/** One RPC endpoint: joins the requests of one tick into a batch, checks who answers, remembers what it cannot do. */
export type Endpoint = {
  /** Host and port: never the path, where keys live. */
  readonly label: string
  can(capability: Capability): boolean
  lacks(capability: Capability): void
  /** How it fares at the class of a method: where it fails at logs, its state can still be read. */
  health(method: string): BackOff
  latency(method: string): Latency
  /** Asks nothing more of it for so many milliseconds: other endpoints, or a proof, show that it answers what is not so. */
  setAside(ms: number): void
  isSetAside(): boolean
  /** HTTP requests since the start, and how many of them gave no usable answer. */
  calls(): { answered: number; failed: number }
  /**
   * Shares batches with what was sent in the same tick and lane.
   * @throws RpcError when the endpoint says no, EndpointFailure when it does not answer usefully.
   */
  send(request: RpcRequest, timeoutMs: number, lane?: Lane): Promise<unknown>
}

type Waiting = RpcRequest & {
  account: string
  timeoutMs: number
  lane: Lane
  settle: (answer: RpcAnswer | { failure: Error }) => void
}

const CHAIN_ID: RpcRequest = { method: 'eth_chainId', params: [] }
const PROBED = '0x00000000000000000000000000000000005eed2a'
/** Known answer: code that returns 0x2a, put by override at an address that has none. */
const PROBE: RpcRequest = {
  method: 'eth_call',
  params: [{ to: PROBED, data: '0x' }, 'latest', { [PROBED]: { code: '0x602a60005260206000f3' } }],
}
/** Known answer too: the identity precompile gives back what it is given, here to init code that asks it. */
const ECHO: Question = { to: '0x0000000000000000000000000000000000000004', data: '0x2a', gas: 10_000, max: 32 }
const DEPLOYLESS: RpcRequest = {
  method: 'eth_call',
  params: [{ data: encodeQuestions([ECHO]), gas: `0x${gasOf([ECHO]).toString(16)}` }, 'latest'],
}
const CHECKS = [CHAIN_ID, PROBE, DEPLOYLESS]
/** HTTP requests in flight; one account has half of them. */
const MAX_IN_FLIGHT = 48
/** Turns that a request takes which a stranger or the history of the chain makes long. */
const LONG_COST = 2
/** Plain reads first: they carry the check of an endpoint that was never asked. */
const LANES: readonly Lane[] = ['reads', 'holdings', 'words', 'blocks', 'traces', 'history', 'alone']

export function createEndpoint(options: {
  url: string
  chainId: number
  limits: ChainLimits
  http: OperatorFetch
}): Endpoint {
  const { limits, http } = options
  const url = new URL(options.url)
  const missing = new Set<Capability>()
  const sizeOf: Record<Lane, number> = {
    reads: limits.maxBatch,
    holdings: limits.maxStrangers,
    words: limits.maxStrangers,
    alone: 1,
    blocks: 2,
    traces: 1,
    history: limits.maxTransactions,
  }
  const health: Record<MethodClass, BackOff> = {
    logs: createBackOff(limits),
    traces: createBackOff(limits),
    state: createBackOff(limits),
  }
  const latency: Record<MethodClass, Latency> = {
    logs: createLatency(),
    traces: createLatency(),
    state: createLatency(),
  }
  const turns = createAccountQueue({ places: () => MAX_IN_FLIGHT, spare: MAX_IN_FLIGHT / 2 })
  let asideUntil = 0
  let waiting: Waiting[] = []
  let nextId = 1
  let verified: Promise<void> | null = null

  const calls = { answered: 0, failed: 0 }

  async function post(requests: readonly RpcRequest[], timeoutMs: number, batch: boolean): Promise<RpcAnswer[]> {
    try {
      const answers = await ask(requests, timeoutMs, batch)
      calls.answered++
      return answers
    } catch (error) {
      calls.failed++
      throw error
    }
  }

  async function ask(requests: readonly RpcRequest[], timeoutMs: number, batch: boolean): Promise<RpcAnswer[]> {
    const firstId = nextId
    nextId += requests.length
    const response = await http.fetch({
      url: options.url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encodeRequests(requests, firstId, batch),
      deadlineMs: timeoutMs,
      maxBytes: limits.maxAnswerBytes,
    })
    const text = response.body.toString('utf8')
    // Some nodes send JSON-RPC errors with a 4xx; the decoder decides whether there is one.
    if (response.status === 429 || response.status >= 500) throw new EndpointFailure(`HTTP ${response.status}`)
    try {
      return decodeAnswers(text, requests.length, firstId, batch)
    } catch (error) {
      if (response.status !== 200) throw new EndpointFailure(`HTTP ${response.status}`)
      throw error
    }
  }

  /** A batch, or the same requests one by one where the endpoint refuses batches. */
  async function exchange(requests: readonly RpcRequest[], timeoutMs: number): Promise<RpcAnswer[]> {
    if (requests.length === 1) return post(requests, timeoutMs, false)
    if (!missing.has('batch')) {
      try {
        const answers = await post(requests, timeoutMs, true)
        if (!answers.every((answer) => 'error' in answer && /batch/i.test(answer.error.message))) return answers
      } catch (error) {
        // A stranger's contract answers with megabytes: what travelled with it is asked for again in smaller batches.
        if (error instanceof EgressError && error.failure === 'too-large') return halves(requests, timeoutMs)
        if (error instanceof EgressError) throw error
        if (error instanceof EndpointFailure && /HTTP (429|5)/.test(error.message)) throw error
      }
    }
    const singles = await Promise.all(
      requests.map((request) => post([request], timeoutMs, false).then((answers) => answers[0])),
    )
    // Only singles that work prove that it was the batch which did not.
    missing.add('batch')
    return singles.map((answer) => answer ?? { error: new RpcError(-32_603, 'no answer', undefined) })
  }

  async function halves(requests: readonly RpcRequest[], timeoutMs: number): Promise<RpcAnswer[]> {
    const middle = Math.ceil(requests.length / 2)
    const parts = [requests.slice(0, middle), requests.slice(middle)]
    return (await Promise.all(parts.map((part) => exchange(part, timeoutMs)))).flat()
  }

  /** The first requests travel with the endpoint's own check, and are worth nothing when it fails. */
  async function exchangeChecked(requests: readonly RpcRequest[], timeoutMs: number): Promise<RpcAnswer[]> {
    const [chainId, probe, deployless, ...answers] = await exchange([...CHECKS, ...requests], timeoutMs)
    const answered = chainId && 'result' in chainId ? Number(chainId.result) : Number.NaN
    if (answered !== options.chainId)
      throw new EndpointFailure(`answers for chain ${answered}, expected ${options.chainId}`)
    const honoured = probe && 'result' in probe && typeof probe.result === 'string' && /^0x0{62}2a$/.test(probe.result)
    if (!honoured) missing.add('state-override')
    if (!echoes(deployless)) missing.add('deployless')
    return answers
  }

  function firstExchange(requests: readonly RpcRequest[], timeoutMs: number): Promise<RpcAnswer[]> {
    const checked = exchangeChecked(requests, timeoutMs)
    verified = checked.then(() => undefined)
    verified.catch(() => {
      verified = null
    })
    return checked
  }

  function flush(): void {
    const lanes = Map.groupBy(waiting, ({ lane }) => lane)
    waiting = []
    // What one account asks may take the node long: its batches carry nothing of others.
    for (const lane of LANES)
      for (const [account, queue] of Map.groupBy(lanes.get(lane) ?? [], (one) => one.account))
        sendBatches(queue, lane, account)
  }

  function sendBatches(queue: readonly Waiting[], lane: Lane, account: string): void {
    const turn = { account, cost: lane === 'reads' ? 1 : LONG_COST, maxWaitMs: Number.POSITIVE_INFINITY }
    for (let start = 0; start < queue.length; ) {
      // Requests that cannot travel with the check wait for it: no answer from another chain may be believed.
      const size = verified === null ? Math.max(1, sizeOf[lane] - CHECKS.length) : sizeOf[lane]
      const part = queue.slice(start, start + size)
      start += size
      const timeoutMs = Math.max(...part.map((item) => item.timeoutMs))
      const exchanged =
        verified === null
          ? firstExchange(part, timeoutMs)
          : verified.then(() => turns.run(turn, () => exchange(part, timeoutMs)))
      settleAll(part, exchanged)
    }
  }

  async function sendAlone(request: RpcRequest, timeoutMs: number): Promise<RpcAnswer> {
    const turn = { account: askingAccount(), cost: LONG_COST, maxWaitMs: Number.POSITIVE_INFINITY }
    const [answer] = await turns.run(turn, () => post([request], timeoutMs, false))
    if (answer === undefined) throw new EndpointFailure('no answer')
    return answer
  }

  function settleAll(part: readonly Waiting[], exchanged: Promise<RpcAnswer[]>): void {
    exchanged.then(
      (answers) => answers.forEach((answer, index) => void part[index]?.settle(answer)),
      (failure: Error) => part.forEach((item) => void item.settle({ failure })),
    )
  }

  return {
    label: url.host,
    can: (capability) => !missing.has(capability),
    lacks: (capability) => void missing.add(capability),
    health: (method) => health[methodClass(method)],
    latency: (method) => latency[methodClass(method)],
    setAside: (ms) => {
      asideUntil = Date.now() + ms
    },
    isSetAside: () => Date.now() < asideUntil,
    calls: () => ({ ...calls }),
    async send(request, timeoutMs, lane = 'reads') {
      try {
        if (verified !== null) await verified
        // Nothing travels with it, so that there is nothing to wait for.
        if (lane === 'alone' && verified !== null) return resultOf(await sendAlone(request, timeoutMs))
        const answer = await new Promise<RpcAnswer | { failure: Error }>((settle) => {
          if (waiting.length === 0) setImmediate(flush)
          waiting.push({ ...request, account: askingAccount(), timeoutMs, lane, settle })
        })
        if ('failure' in answer) throw answer.failure
        return resultOf(answer)
      } catch (error) {
        if (error instanceof RpcError || error instanceof EndpointFailure) throw error
        const slow = error instanceof EgressError && error.failure === 'timeout'
        throw new EndpointFailure(error instanceof Error ? error.message : String(error), slow, { cause: error })
      }
    },
  }
}

/** @throws RpcError */
function resultOf(answer: RpcAnswer): unknown {
  if ('error' in answer) throw answer.error
  return answer.result
}

function echoes(answer: RpcAnswer | undefined): boolean {
  if (answer === undefined || 'error' in answer) return false
  try {
    return decodeAnswered(readData(answer.result), [ECHO])[0] === ECHO.data
  } catch {
    return false
  }
}

/** Work that an endpoint may fail at while it does the rest well: indexes of logs and of traces are other machines than its state. */
type MethodClass = 'logs' | 'traces' | 'state'

/** @example methodClass('eth_getLogs') // 'logs' */
export function methodClass(method: string): MethodClass {
  if (method === 'eth_getLogs') return 'logs'
  return /^(trace|ots|debug|erigon)_/.test(method) ? 'traces' : 'state'
}
