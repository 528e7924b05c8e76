import { createOperatorFetch } from '../egress/operatorFetch.ts'
import type { TransactionScanResult } from '../scans/transaction/renderTransaction.ts'

const MAX_ANSWER_BYTES = 4 * 1024 ** 2

/** Posts one body over a kept-alive connection and answers `data`. @throws Error with the answer when it is not 200. */
export function createScanClient(url: string, token: string) {
  const http = createOperatorFetch()
  const post = (path: string, body: object) =>
    http.fetch({
      url: `${url}${path}`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      deadlineMs: 30_000,
      maxBytes: MAX_ANSWER_BYTES,
    })
  return {
    /** Whatever is answered. */
    async ask(path: string, body: object): Promise<{ status: number; json: unknown }> {
      const { status, body: answer } = await post(path, body)
      return { status, json: JSON.parse(answer.toString('utf8')) }
    },
    async scan(body: object): Promise<TransactionScanResult> {
      const response = await post('/v1/scan/transaction', body)
      const text = response.body.toString('utf8')
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`)
      return JSON.parse(text).data
    },
    close: () => http.close(),
  }
}
