import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Hex } from '@redoubt/risk/address.ts'
import type { RpcCall, RpcOutcome, RpcRelay, SendOutcome } from '../../domain/ports/rpcRelay.ts'
import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import type { ChainLimits } from './chainLimits.ts'
import type { Endpoint } from './endpoint.ts'
import type { EndpointPool } from './endpointPool.ts'
import { classifyRpcError, decodeAnswers, encodeRequests, RpcError } from './jsonRpc.ts'
import { readSendRefusal } from './sendRefusal.ts'

/** Reads that make a node execute or search. */
const SLOW = new Set([
  'eth_call',
  'eth_estimateGas',
  'eth_createAccessList',
  'eth_getLogs',
  'eth_getProof',
  'eth_getBlockReceipts',
])
const SEND = 'eth_sendRawTransaction'
const SHOW = 'eth_getTransactionByHash'
const SEND_TIMEOUT_MS = 8_000
/** EIP-1474: the resource is not available. */
const SILENCE = { code: -32_002, message: 'no endpoint answered' }

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

  /** Gives it to one endpoint after the other, until one has it or turns it away for good: another may be a block ahead, or have room. */
  async function sendPublic(raw: Hex, signal: AbortSignal): Promise<SendOutcome> {
    let said: RpcError | null = null
    let mayHaveIt = false
    for (const endpoint of byHealth(pool, SEND)) {
      if (signal.aborted) break
      try {
        await endpoint.send({ method: SEND, params: [raw] }, SEND_TIMEOUT_MS, 'alone')
        endpoint.health(SEND).succeeded()
        return { status: 'sent' }
      } catch (error) {
        if (!(error instanceof RpcError)) {
          mayHaveIt = true
          endpoint.health(SEND).failed('quick')
          continue
        }
        said ??= error
        if (classifyRpcError(error) === 'busy') endpoint.health(SEND).failed('slow')
        const refusal = readSendRefusal(error)
        if (refusal === 'known') return { status: 'sent' }
        if (refusal === 'unclear') mayHaveIt = true
        if (refusal !== 'for-good') continue
        if (!mayHaveIt) return { status: 'refused', error: failureOf(error), forGood: true }
        break
      }
    }
    const error = said === null ? SILENCE : failureOf(said)
    return mayHaveIt ? { status: 'unclear', error } : { status: 'refused', error, forGood: false }
  }

  /** It never falls back to the public pool: who asked for a private endpoint would be front-run. */
  async function sendPrivately(url: string, raw: Hex): Promise<SendOutcome> {
    try {
      const response = await http.fetch({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: encodeRequests([{ method: SEND, params: [raw] }], 1, false),
        deadlineMs: SEND_TIMEOUT_MS,
        maxBytes: limits.maxAnswerBytes,
      })
      const [answer] = decodeAnswers(response.body.toString('utf8'), 1, 1, false)
      if (answer === undefined || !('error' in answer)) return { status: 'sent' }
      const refusal = readSendRefusal(answer.error)
      if (refusal === 'known') return { status: 'sent' }
      if (refusal === 'unclear') return { status: 'unclear', error: failureOf(answer.error) }
      return { status: 'refused', error: failureOf(answer.error), forGood: refusal === 'for-good' }
    } catch {
      return { status: 'unclear', error: SILENCE }
    }
  }

  /** Whether an endpoint shows the transaction: in its pool or in a block. */
  async function isShown(hash: Hex, signal: AbortSignal): Promise<boolean> {
    for (const endpoint of byHealth(pool, SHOW)) {
      if (signal.aborted) return false
      const shown = await endpoint
        .send({ method: SHOW, params: [hash] }, limits.attemptTimeoutMs, 'alone')
        .catch(() => null)
      if (shown !== null) return true
    }
    return false
  }

  return {
    isPrivate: relayUrl !== null,
    ask: (call, signal) =>
      ask(call, SLOW.has(call.method) ? limits.slowAttemptTimeoutMs : limits.attemptTimeoutMs, signal),
    async send(raw, hash, signal) {
      const outcome = await (relayUrl === null ? sendPublic(raw, signal) : sendPrivately(relayUrl, raw))
      if (outcome.status === 'unclear' && (await isShown(hash, signal))) return { status: 'sent' }
      return outcome
    },
  }
}

function byHealth(pool: EndpointPool, method: string): Endpoint[] {
  const failures = (endpoint: Endpoint) => endpoint.health(method).failures()
  return pool.ready(method).sort((a, b) => failures(a) - failures(b))
}

function outcomeOf(error: RpcError): RpcOutcome {
  return { error: failureOf(error) }
}

function failureOf({ code, message, data }: RpcError) {
  return data === undefined ? { code, message } : { code, message, data }
}
