import { EgressError } from '../../egress/operatorFetch.ts'
import { decodeAnswers, encodeRequests } from '../chain/jsonRpc.ts'
import type { AnvilChild } from './anvilChild.ts'

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

/**
 * One JSON-RPC request to a child. It is never cancelled by a caller: the engine would go on anyway, and only the wall
 * clock ends it, by killing the process.
 * @throws RpcError for the engine's refusals, ChildLost, AnswerTooLarge
 */
export async function engineCall(
  child: AnvilChild,
  method: string,
  params: readonly unknown[],
  bounds: { wallClockMs: number; maxBytes: number },
): Promise<unknown> {
  let body: Buffer
  try {
    const response = await child.http.fetch({
      url: child.url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encodeRequests([{ method, params }], 1, false),
      deadlineMs: bounds.wallClockMs,
      maxBytes: bounds.maxBytes,
    })
    body = response.body
  } catch (error) {
    if (error instanceof EgressError && error.failure === 'too-large') throw new AnswerTooLarge()
    const timedOut = error instanceof EgressError && error.failure === 'timeout'
    child.kill(timedOut ? 'overran' : 'lost')
    throw new ChildLost(timedOut ? 'the engine ran out of time' : 'the engine process ended', { cause: error })
  }
  const [answer] = decodeAnswers(body.toString('utf8'), 1, 1, false)
  if (answer && 'result' in answer) return answer.result
  throw answer?.error ?? new ChildLost('no answer')
}
