import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import type { RpcCall, RpcOutcome, RpcRelay } from '../../domain/ports/rpcRelay.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { classifyRpcError, decodeAnswers, encodeRequests, RpcError } from './jsonRpc.ts'

/** Reads that make a node execute or search. */
const SLOW = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_createAccessList',
  'eth_getLogs',
  'eth_getProof',
  'eth_getBlockReceipts',
])
/** How nodes say that they have a transaction. */
const KNOWN_ALREADY = /already known|known transaction|already imported|already exists|ALREADY_EXISTS|in mempool/i
const SEND_TIMEOUT_MS = 8_000

/**
 * Passes calls of strangers to the endpoints of a network, in the order of their health, each in a request of its own. What a node
 * says of a stranger's call proves nothing about the node: only silence counts against it.
 * @param options.relayUrl where transactions go in place of the public pool; null: to the endpoints.
 */
export function createRpcRelay(
  chain: string,
  pool: EndpointPool,
  { limits, http, relayUrl }: { limits: ChainLimits; http: OperatorFetch; relayUrl: string | null },
): RpcRelay {
  /** Asks one endpoint after the other, until one answers with more than that it cannot. */
  async function ask({ method, params }: RpcCall, timeoutMs: number, signal: AbortSignal): Promise<RpcOutcome> {
    let refusal: RpcError | null = null
    let failure: unknown = new Error('every endpoint is backing off')
    for (const endpoint of byHealth(pool, method)) {
      signal.throwIfAborted()
      try {
        const result = await endpoint.send({ method, params }, timeoutMs, 'alone')
        endpoint.health(method).succeeded()
        return { result }
      } catch (error) {
        if (!(error instanceof RpcError)) {
          failure = error
          // A stranger decides how long its own call takes.
          if (!SLOW.has(method)) endpoint.health(method).failed('quick')
          continue
        }
        refusal ??= error
        const kind = classifyRpcError(error)
        if (kind === 'busy') endpoint.health(method).failed('slow')
        if (kind !== 'busy' && kind !== 'no-state' && kind !== 'unsupported') return outcomeOf(error)
      }
    }
    if (refusal !== null) return outcomeOf(refusal)
    throw new NetworkUnavailable(chain, 1, { cause: failure })
  }

  async function askRpcRelay(url: string, raw: Hex): Promise<RpcOutcome> {
    try {
      const response = await http.fetch({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: encodeRequests([{ method: 'eth_sendRawTransaction', params: [raw] }], 1, false),
        deadlineMs: SEND_TIMEOUT_MS,
        maxBytes: limits.maxAnswerBytes,
      })
      const [answer] = decodeAnswers(response.body.toString('utf8'), 1, 1, false)
      if (answer && 'error' in answer) return outcomeOf(answer.error)
      return { result: answer?.result ?? null }
    } catch (error) {
      // It never falls back to the public pool: who asked for a private endpoint would be front-run.
      throw new NetworkUnavailable(chain, 1, { cause: error })
    }
  }

  return {
    isPrivate: relayUrl !== null,
    ask: (call, signal) =>
      ask(call, SLOW.has(call.method) ? limits.slowAttemptTimeoutMs : limits.attemptTimeoutMs, signal),
    async send(raw, hash, signal) {
      const call = { method: 'eth_sendRawTransaction', params: [raw] }
      const outcome = relayUrl === null ? await ask(call, SEND_TIMEOUT_MS, signal) : await askRpcRelay(relayUrl, raw)
      if ('error' in outcome && !KNOWN_ALREADY.test(outcome.error.message)) return outcome
      return { result: hash }
    },
  }
}

function byHealth(pool: EndpointPool, method: string): Endpoint[] {
  const failures = (endpoint: Endpoint) => endpoint.health(method).failures()
  return pool.ready(method).sort((a, b) => failures(a) - failures(b))
}

function outcomeOf({ code, message, data }: RpcError): RpcOutcome {
  return { error: data === undefined ? { code, message } : { code, message, data } }
}
