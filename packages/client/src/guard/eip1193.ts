/** A wallet's provider, with the older ways to ask it (EIP-1193, and web3.js before it). */
export type Provider = {
  request?(args: { method: string; params?: unknown }): Promise<unknown>
  send?(...args: never[]): unknown
  sendAsync?(...args: never[]): unknown
}

export type Payload = { id?: unknown; jsonrpc?: unknown; method?: unknown; params?: unknown }
export type Callback = (error: unknown, response?: unknown) => void
export type Ask = (method: string, params: unknown) => Promise<unknown>

/** Asks a provider by the newest way that it has. */
export function askOf(provider: Provider): Ask {
  return async (method, params) => {
    if (typeof provider.request === 'function')
      return provider.request(params === undefined ? { method } : { method, params })
    const old = (provider.sendAsync ?? provider.send) as ((payload: Payload, callback: Callback) => void) | undefined
    if (typeof old !== 'function') throw new TypeError('guard: the provider has no request.')
    return new Promise((resolve, reject) => {
      old.call(provider, { id: 1, jsonrpc: '2.0', method, params: params ?? [] }, (error, response) => {
        const { error: refused, result } = (response ?? {}) as { error?: unknown; result?: unknown }
        if (error != null || refused != null) reject(error ?? refused)
        else resolve(result)
      })
    })
  }
}

/** `send(method, params)`, `send(payload)` and `send(payload, callback)`: each asks through the guard. */
export function sendOf(ask: Ask) {
  return (first: unknown, second?: unknown): unknown => {
    if (typeof first === 'string') return ask(first, second)
    const answer = answerAll(ask, first)
    if (typeof second !== 'function') return answer
    deliver(answer, second as Callback)
    return undefined
  }
}

/** `sendAsync(payload, callback)`; a list of payloads is asked one after the other. */
export function sendAsyncOf(ask: Ask) {
  return (payload: unknown, callback?: unknown): unknown => {
    const answer = answerAll(ask, payload)
    if (typeof callback !== 'function') return answer
    deliver(answer, callback as Callback)
    return undefined
  }
}

async function answerAll(ask: Ask, payload: unknown): Promise<unknown> {
  if (!Array.isArray(payload)) return answerOne(ask, payload)
  const answers: unknown[] = []
  for (const one of payload) answers.push(await answerOne(ask, one).catch((error: unknown) => errorAnswer(one, error)))
  return answers
}

async function answerOne(ask: Ask, payload: unknown): Promise<unknown> {
  const { id = null, method, params } = (payload ?? {}) as Payload
  const result = await ask(method as string, params)
  return { id, jsonrpc: '2.0', result }
}

function errorAnswer(payload: unknown, error: unknown) {
  const { id = null } = (payload ?? {}) as Payload
  const { code = -32603, message = String(error) } = (error ?? {}) as { code?: number; message?: string }
  return { id, jsonrpc: '2.0', error: { code, message } }
}

function deliver(answer: Promise<unknown>, callback: Callback): void {
  answer.then(
    (response) => callback(null, response),
    (error) => callback(error),
  )
}
