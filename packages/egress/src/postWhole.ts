import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { Deadline } from './deadline.ts'
import { decodedBody } from './decodedBody.ts'
import { describeFailure, EgressError } from './egressError.ts'

type Whole = { status: number; headers: Record<string, string>; body: Buffer }

/**
 * Posts a body and gathers the answer as it arrives, without a stream for each: RPC answers are small and many.
 * @throws EgressError
 */
export async function postWhole(
  dispatcher: Dispatcher,
  { url, headers, body }: { url: URL; headers: Record<string, string>; body: string },
  { deadline, maxBytes }: { deadline: Deadline; maxBytes: number },
): Promise<Whole> {
  const { host } = url
  const tooLarge = () => new EgressError('too-large', `${host}: the answer is larger than ${maxBytes} bytes.`)
  let stop: (reason: Error) => void = () => undefined
  const posted = new Promise<Whole>((resolve, reject) => {
    const chunks: Buffer[] = []
    let answer: Pick<Whole, 'status' | 'headers'> = { status: 0, headers: {} }
    let left = maxBytes
    dispatcher.dispatch(
      { origin: url.origin, path: `${url.pathname}${url.search}`, method: 'POST', headers, body },
      {
        onRequestStart(controller) {
          if (deadline.signal.aborted) controller.abort(deadline.signal.reason)
          stop = (reason) => controller.abort(reason)
        },
        onResponseStart(controller, status, received) {
          answer = { status, headers: flatten(received) }
          if (codingOf(answer) === '' && Number(answer.headers['content-length'] ?? 0) > maxBytes)
            controller.abort(tooLarge())
        },
        onResponseData(controller, chunk) {
          left -= chunk.length
          if (left < 0) controller.abort(tooLarge())
          else chunks.push(chunk)
        },
        onResponseEnd() {
          resolve({ ...answer, body: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) })
        },
        onResponseError(_controller, error) {
          reject(error)
        },
      },
    )
  })
  const cut = () => stop(deadline.signal.reason)
  deadline.signal.addEventListener('abort', cut, { once: true })
  try {
    const whole = await deadline.race(posted)
    deadline.signal.throwIfAborted()
    return codingOf(whole) === '' ? whole : { ...whole, body: await decoded(whole, { host, maxBytes }) }
  } catch (error) {
    posted.catch(() => undefined)
    throw describeFailure(host, deadline.signal.aborted ? deadline.signal.reason : error)
  } finally {
    deadline.signal.removeEventListener('abort', cut)
  }
}

function codingOf({ headers }: Pick<Whole, 'headers'>): string {
  return headers['content-encoding'] ?? ''
}

/** Of a server that compresses unasked. */
async function decoded(whole: Whole, { host, maxBytes }: { host: string; maxBytes: number }): Promise<Buffer> {
  const chunks: Buffer[] = []
  const options = { encoding: codingOf(whole), host, maxBytes }
  for await (const chunk of decodedBody(Readable.from([whole.body]), options)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function flatten(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    flat[name] = Array.isArray(value) ? value.join(', ') : (value ?? '')
  }
  return flat
}
