import { NetworkUnavailable } from '../../domain/sourceErrors.ts'
import { type Capability, type Endpoint, EndpointFailure } from './endpoint.ts'
import { createHedgeBudget, firstAnswer } from './firstAnswer.ts'
import { classifyRpcError, RpcError, type RpcRequest } from './jsonRpc.ts'

/** One read. `read` parses the result and throws when it is malformed, which fails that endpoint, not the read. */
export type PoolRequest<Value> = {
  method: string
  params: (endpoint: Endpoint) => readonly unknown[]
  read: (result: unknown) => Value | Promise<Value>
  timeoutMs: number
  /** Its input is untrusted and a refusal proves nothing about the endpoint; no other endpoint is asked. */
  optional?: boolean
  /** In a lane of strangers a slow or odd answer is not held against the endpoint, and the next one is asked. */
  lane?: 'holdings' | 'words' | 'alone' | 'blocks' | 'traces' | 'history'
  /** True of an error about this request that tells nothing of the endpoint: the next one is asked. */
  concerns?: (error: unknown, endpoint: Endpoint) => boolean
  /** Endpoints that are likely to refuse are asked last. */
  suits?: (endpoint: Endpoint) => boolean
  /** Asked of the same endpoint at the same time; `check` throws where the value is not to be believed. */
  beside?: { request: RpcRequest; check: (result: unknown) => void }
  /** Features that an endpoint needs besides the method. */
  needs?: Capability
  /** Called with the endpoint whose answer is the value, or says that the call reverts. */
  answeredBy?: (endpoint: Endpoint) => void
}

/** Every endpoint of one network lacks the method. */
export class UnsupportedMethod extends Error {
  constructor(method: string, chain: string) {
    super(`No RPC endpoint of ${chain} offers ${method}.`)
    this.name = 'UnsupportedMethod'
  }
}

/** No endpoint keeps the state that was asked for. */
export class MissingState extends Error {
  constructor(chain: string, options?: ErrorOptions) {
    super(`No RPC endpoint of ${chain} keeps that state.`, options)
    this.name = 'MissingState'
  }
}

export type EndpointPool = {
  /** @throws NetworkUnavailable, UnsupportedMethod, MissingState, or the RpcError that is the answer. */
  request<Value>(request: PoolRequest<Value>): Promise<Value>
  /** Asks every endpoint that is not backing off; what answered. @throws NetworkUnavailable when none did. */
  requestAll<Value>(request: PoolRequest<Value>): Promise<Value[]>
  /** Asks one endpoint. @throws whatever kept it from answering. */
  requestOne<Value>(endpoint: Endpoint, request: PoolRequest<Value>): Promise<Value>
  /** Endpoints that can be asked now, in the operator's order. */
  ready(method: string): Endpoint[]
  readonly endpoints: readonly Endpoint[]
}

const OF_STATE = 'eth_getBlockByNumber'
/** An endpoint that usually takes so many times as long as the quickest, and more than that many milliseconds longer, comes later. */
const SLOW_TIMES = 3
const SLOW_MS = 100

/** Asks the healthiest endpoint, in the operator's order, and the next when it fails or is late. */
export function createEndpointPool(chain: string, endpoints: readonly Endpoint[]): EndpointPool {
  const unavailable = (method: string, cause: unknown) => {
    const soonest = Math.min(...endpoints.map((endpoint) => endpoint.health(method).retryAt()))
    const retryAfter = Math.max(1, Math.ceil((soonest - Date.now()) / 1_000))
    return new NetworkUnavailable(chain, retryAfter, { cause })
  }

  const budget = createHedgeBudget()

  async function attempt<Value>(
    endpoint: Endpoint,
    request: PoolRequest<Value>,
    { tries = 0, isOvertaken = () => false }: { tries?: number; isOvertaken?: () => boolean } = {},
  ): Promise<Value> {
    const health = endpoint.health(request.method)
    const began = performance.now()
    const ofStranger =
      request.optional === true || (request.lane !== undefined && !['blocks', 'traces'].includes(request.lane))
    try {
      const lane = request.optional ? (request.lane ?? 'alone') : request.lane
      const send = (one: RpcRequest) => endpoint.send(one, request.timeoutMs, lane)
      const [result, beside] = await Promise.all([
        send({ method: request.method, params: request.params(endpoint) }),
        request.beside && send(request.beside.request),
      ])
      request.beside?.check(beside)
      const value = await request.read(result)
      // A stranger decides how long its own answers take.
      if (!ofStranger) endpoint.latency(request.method).took(performance.now() - began)
      if (!isOvertaken()) health.succeeded()
      return value
    } catch (error) {
      if (request.concerns?.(error, endpoint)) throw error
      if (error instanceof RpcError) {
        // The accompanying check gave the reason: the refusal itself tells no more.
        if (request.needs !== undefined && !endpoint.can(request.needs)) throw error
        const kind = classifyRpcError(error)
        if (kind === 'bad-params' && endpoint.can('block-by-hash') && usesBlockHash(request.params(endpoint))) {
          endpoint.lacks('block-by-hash')
          return attempt(endpoint, request, { tries, isOvertaken })
        }
        if (kind === 'unsupported') endpoint.lacks(request.needs ?? request.method)
        if (kind === 'busy') health.failed('slow')
        if (kind === 'broken' && !ofStranger) health.failed('refused')
        throw error
      }
      const slow = error instanceof EndpointFailure && error.slow
      // A timeout may be the fault of untrusted code and not of the endpoint.
      if (!(slow && ofStranger)) health.failed(slow ? 'slow' : 'quick')
      // A keep-alive connection that the other side just closed: the only failure worth the same endpoint again.
      const dropped = error instanceof EndpointFailure && !slow && tries === 0
      if (dropped && endpoints.length === 1) return attempt(endpoint, request, { tries: tries + 1, isOvertaken })
      throw error
    }
  }

  const readyFor = (method: string, among: readonly Endpoint[] = endpoints) => {
    const now = Date.now()
    return among.filter((endpoint) => !endpoint.isSetAside() && endpoint.health(method).retryAt() <= now)
  }

  return {
    endpoints,
    ready: (method) => readyFor(method),
    requestOne: (endpoint, request) => attempt(endpoint, request),
    async request(request) {
      const isAble = (endpoint: Endpoint) =>
        endpoint.can(request.method) && (request.needs === undefined || endpoint.can(request.needs))
      const able = endpoints.filter(isAble)
      if (able.length === 0) throw new UnsupportedMethod(request.method, chain)
      const health = (endpoint: Endpoint) => endpoint.health(request.method)
      const unsuited = (endpoint: Endpoint) => (request.suits?.(endpoint) === false ? 1 : 0)
      const ready = readyFor(request.method, able)
      const slow = slowOf(ready, request.method)
      ready.sort(
        (a, b) =>
          unsuited(a) - unsuited(b) ||
          health(a).failures() - health(b).failures() ||
          // An endpoint that is late with state is late with traces and logs.
          a.health(OF_STATE).failures() - b.health(OF_STATE).failures() ||
          slow(a) - slow(b),
      )
      let errors: unknown[] = []
      try {
        const { value, by } = await firstAnswer(ready, {
          attempt: (endpoint, isOvertaken) => attempt(endpoint, request, { isOvertaken }),
          lateAfter: request.optional ? null : (endpoint) => endpoint.latency(request.method).lateAfter(),
          isFinal: (error, endpoint) => {
            const kind = finalKind(error, endpoint, request)
            if (kind === 'reverted') request.answeredBy?.(endpoint)
            return kind !== null
          },
          onOvertaken: (endpoint) => health(endpoint).failed('refused'),
          budget,
        })
        request.answeredBy?.(by)
        return value
      } catch (error) {
        if (!Array.isArray(error)) throw error
        errors = error
      }
      // The first word of an endpoint is also its check.
      if (!endpoints.some(isAble)) throw new UnsupportedMethod(request.method, chain)
      const kinds = errors.map((error) => (error instanceof RpcError ? classifyRpcError(error) : 'broken'))
      if (kinds.length > 0 && kinds.every((kind) => kind === 'unsupported'))
        throw new UnsupportedMethod(request.method, chain)
      if (kinds.includes('no-state') && kinds.every((kind) => kind === 'no-state' || kind === 'unsupported'))
        throw new MissingState(chain, { cause: errors[0] })
      throw unavailable(request.method, errors.at(-1) ?? new Error('every endpoint is backing off'))
    },
    async requestAll(request) {
      const ready = readyFor(request.method)
      const answers = await Promise.allSettled(ready.map((endpoint) => attempt(endpoint, request)))
      const values = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (values.length === 0)
        throw unavailable(request.method, failed?.reason ?? new Error('every endpoint is backing off'))
      return values
    },
  }
}

/** Returns what makes an error the answer to the request, so that no other endpoint is asked; null: another is asked. */
function finalKind<Value>(error: unknown, endpoint: Endpoint, request: PoolRequest<Value>) {
  if (request.concerns?.(error, endpoint)) return null
  const kind = error instanceof RpcError ? classifyRpcError(error) : null
  if (kind === 'reverted' || kind === 'bad-params') return kind
  const isFailure = kind === 'broken' || (error instanceof EndpointFailure && error.slow)
  return request.optional === true && isFailure ? 'failed' : null
}

/** Returns 1 for endpoints that usually take far longer than the quickest, else 0. */
function slowOf(endpoints: readonly Endpoint[], method: string): (endpoint: Endpoint) => number {
  const usual = (endpoint: Endpoint) => endpoint.latency(method).usual()
  const quickest = Math.min(...endpoints.map((endpoint) => usual(endpoint) ?? Number.POSITIVE_INFINITY))
  return (endpoint) => ((usual(endpoint) ?? 0) > quickest * SLOW_TIMES + SLOW_MS ? 1 : 0)
}

function usesBlockHash(params: readonly unknown[]): boolean {
  return params.some((param) => typeof param === 'object' && param !== null && 'blockHash' in param)
}
