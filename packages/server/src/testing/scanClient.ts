import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { TransactionScanResult } from '../usecases/scans/transaction/renderTransaction.ts'
import type { UntypedJson } from './untypedJson.ts'

const MAX_ANSWER_BYTES = 4 * 1024 ** 2
/** A scan with a witness is executed several times, whatever its deadline is: on a busy machine that takes minutes. */
const ANSWER_MS = 240_000

/** Asks over a kept-alive connection. */
export function createScanClient(url: string, token: string) {
  const http = createOperatorFetch()
  const send = (path: string, body?: object, headers: Record<string, string> = {}) =>
    http.fetch({
      url: `${url}${path}`,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      deadlineMs: ANSWER_MS,
      maxBytes: MAX_ANSWER_BYTES,
    })
  return {
    /** Whatever is answered; with a body it is posted. */
    async ask(
      path: string,
      body?: object,
      headers?: Record<string, string>,
    ): Promise<{ status: number; json: UntypedJson }> {
      const { status, body: answer } = await send(path, body, headers)
      return { status, json: JSON.parse(answer.toString('utf8')) }
    },
    /** `data` of a transaction's scan. @throws Error with the answer when it is not 200. */
    async scan(body: object): Promise<TransactionScanResult> {
      const response = await send('/v1/scan/transaction', body)
      const text = response.body.toString('utf8')
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`)
      return JSON.parse(text).data
    },
    close: () => http.close(),
  }
}
