import type { DetailedError, Meta } from '../api.generated.ts'
import { ApiError, RedoubtError, UnexpectedAnswerError } from '../errors.ts'
import { pause, retryAfterOf, retryDelay } from './backOff.ts'
import { checkedMs, checkedRetries } from './checkedNumbers.ts'
import { type Answer, exchange, type Fetch, readBody } from './exchange.ts'

export type ClientOptions = {
  /** Where the service is, such as `https://redoubt.example`. */
  baseUrl: string
  /** `svc_live_…` or `svc_test_…`. */
  apiKey?: string
  /** Longest wait for one attempt, its body included, in milliseconds. Default: 35000; a scan takes at most 30 s. */
  timeoutMs?: number
  /** Attempts after the first, where repeating is safe. Default: 2. */
  maxRetries?: number
  /** In place of the global `fetch`. */
  fetch?: Fetch
}

/** What a single call may change. */
export type CallOptions = {
  /** Ends the call, also while it waits to try again; the call throws its reason. */
  signal?: AbortSignal
  timeoutMs?: number
  maxRetries?: number
  /** Your own id of the request, 1 to 128 of A-Z a-z 0-9 . _ : - */
  requestId?: string
  /** Of a call that creates something. Default: a new one for each call, so that its retries create one thing. */
  idempotencyKey?: string
  /** Members that the service does not know are ignored; the verdict is then never PROCEED or SAFE. */
  lenient?: boolean
  /** Receives `meta` of the answer: request id, time, ignored members. */
  onMeta?: (meta: Meta) => void
}

export type ApiRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A value that it cannot hold is thrown when the request is sent: methods reject, and never throw. */
  path: string | TypeError
  query?: object | undefined
  body?: unknown
  accept?: string
  /** `creates`: with an idempotency key. `once`: only repeated when it was refused before anything was done. */
  effect?: 'creates' | 'once'
}

/** Sends requests of one client. */
export type Transport = {
  /** `data` of the answer. */
  call<Data>(request: ApiRequest, options?: CallOptions): Promise<Data>
  /** The answer as it is: a PDF, a CSV. */
  bytes(request: ApiRequest, options?: CallOptions): Promise<Answer>
  /** For streams, whose answer does not end. */
  open(request: ApiRequest, headers: Record<string, string>, signal: AbortSignal): Promise<Response>
}

const DEFAULT_TIMEOUT_MS = 35_000
const DEFAULT_RETRIES = 2
/** Refused before anything was done. */
const REFUSED = [429, 503]
const FAILED = [500, 502, 504]

/** @throws TypeError when an option cannot be used. */
export function createTransport(options: ClientOptions): Transport {
  const base = baseOf(options.baseUrl)
  const authorization = authorizationOf(options.apiKey)
  const timeoutMs = checkedMs('timeoutMs', options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const maxRetries = checkedRetries(options.maxRetries ?? DEFAULT_RETRIES)
  const send = options.fetch ?? ((url, init) => fetch(url, init))

  function initOf({ method, body, accept = 'application/json' }: ApiRequest, call: CallOptions): RequestInit {
    const headers: Record<string, string> = { ...authorization, accept: `${accept}, application/problem+json` }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (call.requestId !== undefined) headers['x-request-id'] = call.requestId
    if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
    if (call.lenient) headers.prefer = 'handling=lenient'
    // A redirect would carry the key and the transaction to another place.
    const init: RequestInit = { method, headers, redirect: 'manual' }
    if (body !== undefined) init.body = JSON.stringify(body, decimalBigInts)
    return init
  }

  async function bytes(request: ApiRequest, given: CallOptions = {}): Promise<Answer> {
    const call = { ...given }
    if (request.effect === 'creates') call.idempotencyKey ??= crypto.randomUUID()
    const { signal } = call
    const retries = checkedRetries(call.maxRetries ?? maxRetries)
    const longestMs = checkedMs('timeoutMs', call.timeoutMs ?? timeoutMs)
    const url = urlOf(base, request)
    const init = initOf(request, call)
    for (let attempt = 1; ; attempt++) {
      const outcome = await exchange(send, url, init, { timeoutMs: longestMs, signal }).catch(failure)
      if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return outcome
      const error = outcome instanceof RedoubtError ? outcome : errorOf(outcome)
      const retryAfter = error instanceof ApiError ? error.retryAfterSeconds : null
      const delay = attempt > retries || !mayRepeat(request, error) ? null : retryDelay(attempt, retryAfter)
      if (delay === null) throw error
      await pause(delay, signal)
    }
  }

  return {
    bytes,
    async call<Data>(request: ApiRequest, call?: CallOptions): Promise<Data> {
      const answer = await bytes(request, call)
      const json = jsonOf(answer) as { success?: unknown; data?: Data; meta?: Meta } | null
      if (json?.success !== true || json.data === undefined) throw unexpected(answer)
      if (json.meta !== undefined) call?.onMeta?.(json.meta)
      return json.data
    },
    async open(request, headers, signal) {
      const init = initOf(request, {})
      const response = await send(urlOf(base, request), { ...init, headers: { ...init.headers, ...headers }, signal })
      const type = response.headers.get('content-type')
      if (response.status === 200 && response.body !== null) {
        if (type !== null && /^text\/event-stream(?:$|[\s;])/i.test(type.trim())) return response
        await response.body.cancel().catch(() => {})
        throw new UnexpectedAnswerError(`No event stream: HTTP 200 with ${type ?? 'no type'}; is baseUrl right?`, {
          status: 200,
          requestId: response.headers.get('x-request-id'),
        })
      }
      const body = await readBody(response)
      throw errorOf({ status: response.status, headers: response.headers, body })
    },
  }
}

/** An abort is not ours to answer. */
function failure(error: unknown): RedoubtError {
  if (error instanceof RedoubtError) return error
  throw error
}

function mayRepeat({ effect }: ApiRequest, error: RedoubtError): boolean {
  const status = 'status' in error ? Number(error.status) : null
  if (status !== null && REFUSED.includes(status)) return true
  return effect !== 'once' && (status === null || FAILED.includes(status))
}

function errorOf(answer: Answer): RedoubtError {
  const error = (jsonOf(answer) as Partial<DetailedError> | null)?.error
  if (typeof error?.code !== 'string' || typeof error.message !== 'string') return unexpected(answer)
  return new ApiError(error, {
    status: answer.status,
    requestId: answer.headers.get('x-request-id'),
    retryAfterSeconds: retryAfterOf(answer.headers.get('retry-after')),
  })
}

function unexpected({ status, headers }: Answer): UnexpectedAnswerError {
  // Browsers show a redirect that is not followed as status 0.
  const redirects = status === 0 || (status >= 300 && status < 400)
  const message = redirects
    ? 'A redirect is not followed: it would carry the key to another place. Is baseUrl right?'
    : `HTTP ${status} without an answer of Redoubt; is baseUrl right?`
  return new UnexpectedAnswerError(message, { status, requestId: headers.get('x-request-id') })
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}

function urlOf(base: string, { path, query = {} }: ApiRequest): string {
  const members = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) members.set(name, String(value))
  if (path instanceof TypeError) throw path
  return base + path + (members.size === 0 ? '' : `?${members}`)
}

/** Wallet libraries hold amounts as bigint; the API takes decimal text. */
function decimalBigInts(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function baseOf(baseUrl: string): string {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl: expected an http or https URL such as https://redoubt.example')
  const { username, password, search, hash } = new URL(baseUrl)
  if (username !== '' || password !== '') throw new TypeError('baseUrl: a key or password does not belong there')
  if (search !== '' || hash !== '') throw new TypeError('baseUrl: expected no query and no fragment')
  return baseUrl.replace(/\/+$/, '')
}

/** Errors of `fetch` about a header show its value, and this one is a secret. */
function authorizationOf(apiKey: string | undefined): Record<string, string> {
  if (apiKey === undefined) return {}
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey: expected svc_live_… or svc_test_…')
  return { authorization: `Bearer ${apiKey}` }
}
