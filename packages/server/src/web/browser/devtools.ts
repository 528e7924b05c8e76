import type { Readable, Writable } from 'node:stream'
import { BrowserUnavailable } from './browserLimits.ts'

/** JSON of a browser that a stranger's page may steer: every member is to be checked before it is used. */
export type Untrusted = Record<string, unknown>
export type DevtoolsEvent = { method: string; params: Untrusted; session: string | null }

/** Chrome DevTools Protocol with sessions (flat mode). */
export type Devtools = {
  /** @throws BrowserUnavailable `engine` when the browser refuses it, or ends before it answers. */
  send(method: string, params?: Untrusted, session?: string | null): Promise<Untrusted>
  /** The same when no caller waits for the answer, nor for it to fail. */
  tell(method: string, params?: Untrusted, session?: string | null): void
  onEvent(listener: (event: DevtoolsEvent) => void): void
  /** Rejects everything that waits. */
  end(): void
}

/** More than a screenshot and its coding. */
const MAX_MESSAGE_BYTES = 16 * 1024 ** 2
const NUL = 0

/**
 * Speaks the DevTools protocol over the two pipes of `--remote-debugging-pipe`: JSON texts that end in NUL. No port is open
 * that another process could connect to.
 * @param broken is called once, when the browser sends what no browser sends.
 */
export function createDevtools(output: Readable, input: Writable, broken: () => void): Devtools {
  const waiting = new Map<number, { resolve(result: Untrusted): void; reject(error: Error): void; method: string }>()
  const listeners: ((event: DevtoolsEvent) => void)[] = []
  let pieces: Buffer[] = []
  let held = 0
  let sent = 0
  let ended = false

  const end = () => {
    ended = true
    for (const { reject, method } of waiting.values()) reject(gone(method))
    waiting.clear()
  }
  const receive = (text: string) => {
    const { id, result, error, method, params, sessionId } = JSON.parse(text) as Untrusted
    if (typeof id !== 'number') {
      const session = typeof sessionId === 'string' ? sessionId : null
      for (const listener of listeners)
        listener({ method: String(method), params: (params ?? {}) as Untrusted, session })
      return
    }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve((result ?? {}) as Untrusted)
    else asked?.reject(new BrowserUnavailable('engine', `The browser refused ${asked.method}.`, { cause: error }))
  }
  output.on('data', (chunk: Buffer) => {
    for (let start = 0; !ended; ) {
      const stop = chunk.indexOf(NUL, start)
      pieces.push(chunk.subarray(start, stop === -1 ? undefined : stop))
      held += (pieces.at(-1) as Buffer).length
      if (held > MAX_MESSAGE_BYTES) return fail()
      if (stop === -1) return
      const text = Buffer.concat(pieces).toString('utf8')
      pieces = []
      held = 0
      start = stop + 1
      try {
        receive(text)
      } catch {
        return fail()
      }
    }
  })
  const fail = () => {
    end()
    broken()
  }
  for (const pipe of [output, input]) pipe.on('error', end)
  output.once('close', end)

  const send: Devtools['send'] = (method, params = {}, session = null) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(gone(method))
      const id = ++sent
      waiting.set(id, { resolve, reject, method })
      input.write(`${JSON.stringify({ id, method, params, ...(session !== null && { sessionId: session }) })}\0`)
    })
  return {
    send,
    tell: (...message) => void send(...message).catch(() => undefined),
    onEvent: (listener) => void listeners.push(listener),
    end,
  }
}

function gone(method: string): BrowserUnavailable {
  return new BrowserUnavailable('engine', `The browser ended before it answered ${method}.`)
}
