import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Address, Hex } from '@redoubt/risk/address.ts'
import { visibleText } from '../../../lib/cleanText.ts'
import { decodeAnswers, encodeRequests, type RpcAnswer, type RpcRequest } from '../../rpc/jsonRpc.ts'
import type { BlockOverrides, StateOverrides } from '../simulator.ts'
import type { AnvilChild, EngineWork } from './anvilChild.ts'
import type { SimulationLimits } from './simulationLimits.ts'

/** The child died or had to be killed while it worked on this request. */
export class ChildLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ChildLost'
  }
}

/** The engine's answer was cut off at the cap. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer of the engine is too large')
    this.name = 'AnswerTooLarge'
  }
}

/** Milliseconds between two looks at what a child does. */
const LOOK_MS = 250
/** Share of the wall clock that a child must have waited for state for its endpoint to be blamed, and not the machine. */
const WAITING_SHARE = 0.5

/** When the child is killed, and bytes of answer. */
export type EngineBounds = Pick<SimulationLimits, 'processorMs' | 'stuckMs' | 'wallClockMs'> & { maxBytes: number }

export function engineBounds(limits: SimulationLimits, maxBytes: number): EngineBounds {
  const { processorMs, stuckMs, wallClockMs } = limits
  return { processorMs, stuckMs, wallClockMs, maxBytes }
}

/**
 * One JSON-RPC request to a child. It is never cancelled by a caller: the engine would go on anyway. What it computes is counted in processor
 * time, so that a busy machine and a slow endpoint make it slower and nothing else.
 * @throws RpcError for the engine's refusals, ChildLost, AnswerTooLarge
 */
export async function engineCall(
  child: AnvilChild,
  method: string,
  params: readonly unknown[],
  bounds: EngineBounds,
): Promise<unknown> {
  const [answer] = await exchange(child, [{ method, params }], bounds, false)
  if (answer && 'result' in answer) return answer.result
  throw answer?.error ?? new ChildLost('no answer')
}

/**
 * Several requests in one message, answered in their order; a refusal is the answer of its request only. The bounds are
 * those of the whole message.
 * @throws ChildLost, AnswerTooLarge
 */
export async function engineBatch(
  child: AnvilChild,
  requests: readonly RpcRequest[],
  bounds: EngineBounds,
): Promise<RpcAnswer[]> {
  return requests.length === 0 ? [] : exchange(child, requests, bounds, true)
}

async function exchange(
  child: AnvilChild,
  requests: readonly RpcRequest[],
  bounds: EngineBounds,
  batch: boolean,
): Promise<RpcAnswer[]> {
  const stateWaitMs = child.stateWaitMs()
  const work = child.begin(requests.reduce((sum, request) => sum + transactionsOf(request), 0))
  const unwatch = watch(child, work, bounds)
  const unfollow = child.follow?.(requests)
  let body: Buffer
  try {
    const response = await child.http.fetch({
      url: child.url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encodeRequests(requests, 1, batch),
      deadlineMs: bounds.wallClockMs,
      maxBytes: bounds.maxBytes,
    })
    body = response.body
  } catch (error) {
    if (error instanceof EgressError && error.failure === 'too-large') throw new AnswerTooLarge()
    const timedOut = error instanceof EgressError && error.failure === 'timeout'
    const isStateless = child.stateWaitMs() - stateWaitMs >= bounds.wallClockMs * WAITING_SHARE
    child.kill(timedOut ? (isStateless ? 'stateless' : 'starved') : 'lost')
    throw new ChildLost(timedOut ? 'the engine ran out of time' : 'the engine process ended', { cause: error })
  } finally {
    unfollow?.()
    unwatch()
    work.end()
  }
  return decodeAnswers(body.toString('utf8'), requests.length, 1, batch)
}

/** Returns the number of transactions that a request executes: each call of eth_simulateV1, one for other methods. */
function transactionsOf({ method, params }: RpcRequest): number {
  if (method !== 'eth_simulateV1') return 1
  const [options] = params as [{ blockStateCalls: readonly { calls: readonly unknown[] }[] }]
  return options.blockStateCalls.reduce((sum, { calls }) => sum + calls.length, 0)
}

/**
 * Kills the child once it has computed more than the request may, or while it does nothing at all. Looks are counted, not the time between
 * them: while this process stands still, the child does too, for it waits for the state that this process serves. What is answered before
 * the first look costs none: reading the processor time takes a tenth of a millisecond.
 */
function watch(child: AnvilChild, work: EngineWork, { processorMs, stuckMs }: EngineBounds): () => void {
  const look = () => ({ cpuMs: child.cpuMs(), stateWaitMs: child.stateWaitMs() })
  let first: ReturnType<typeof look> | null = null
  let seen = { cpuMs: null as number | null, stateWaitMs: 0 }
  let idleLooks = 0
  const timer = setInterval(() => {
    const now = look()
    first ??= now
    // Where the system does not tell, only the wall clock ends it.
    if (first.cpuMs === null || now.cpuMs === null) return
    const isIdle = now.cpuMs === seen.cpuMs && now.stateWaitMs === seen.stateWaitMs
    idleLooks = isIdle ? idleLooks + 1 : 0
    seen = now
    if (now.cpuMs - first.cpuMs >= processorMs * (1 + work.others())) child.kill('overran')
    else if (idleLooks * LOOK_MS >= stuckMs) child.kill('starved')
  }, LOOK_MS).unref()
  return () => clearInterval(timer)
}

const MAX_POINTS = 200

/** The engine's own names for what people meet. */
const SENTENCES: readonly [RegExp, string][] = [
  [
    /CallGasCostMoreThanGasLimit|GasFloorMoreThanGasLimit|intrinsic gas|gas floor/i,
    'The gas limit is below the intrinsic cost of the transaction',
  ],
  [/initcode size/i, 'The creation code is larger than a transaction may carry (EIP-3860)'],
  [/StartingWithEF/i, 'The created contract would start with the reserved byte 0xEF (EIP-3541)'],
  [/CreateContractSizeLimit/i, 'The created contract would be larger than the 24 KiB allowed (EIP-170)'],
  [/insufficient funds|OverflowPayment|lack of funds/i, 'insufficient funds for value and fees'],
]

/** Returns the engine's reason for a refusal or halt, for people: a sentence where we have one, else its text cleaned. */
export function engineReason(text: string): string {
  const known = SENTENCES.find(([pattern]) => pattern.test(text))
  if (known) return known[1]
  // A bare name of the engine's: `OpcodeNotFound`.
  const words = /^[A-Za-z]+$/.test(text) ? text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase() : text
  return visibleText(words, MAX_POINTS)
}

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`

const defined = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))

/** Overrides as geth's RPC spells them; `stateDiff` leaves the other slots as they are on the chain. */
export function rpcStateOverrides(overrides: StateOverrides): Record<Address, unknown> {
  return Object.fromEntries(
    Object.entries(overrides).map(([address, { balance, nonce, code, storage }]) => [
      address,
      defined({
        balance: balance === undefined ? undefined : quantity(balance),
        nonce: nonce === undefined ? undefined : quantity(nonce),
        code,
        stateDiff: storage,
      }),
    ]),
  )
}

/** Block fields for debug_traceCall, which names some of them differently from eth_simulateV1. */
export function traceBlockOverrides(block: Required<BlockOverrides>): Record<string, unknown> {
  return { ...commonFields(block), baseFee: quantity(block.baseFeePerGas), coinbase: block.coinbase }
}

/** Block fields for eth_simulateV1. */
export function simulateBlockOverrides(block: Required<BlockOverrides>): Record<string, unknown> {
  return { ...commonFields(block), baseFeePerGas: quantity(block.baseFeePerGas), feeRecipient: block.coinbase }
}

function commonFields(block: Required<BlockOverrides>): Record<string, unknown> {
  return {
    number: quantity(block.number),
    time: quantity(block.timestamp),
    gasLimit: quantity(block.gasLimit),
    prevRandao: block.prevRandao,
  }
}
