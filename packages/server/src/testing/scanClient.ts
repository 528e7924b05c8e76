import { createOperatorFetch } from '../egress/operatorFetch.ts'
import type { TransactionScanResult } from '../scans/renderTransaction.ts'

const MAX_ANSWER_BYTES = 4 * 1024 ** 2

/** Posts one body over a kept-alive connection and answers `data`. @throws Error with the answer when it is not 200. */
export function createScanClient(url: string, token: string) {
  const http = createOperatorFetch()
  return {
    async scan(body: object): Promise<TransactionScanResult> {
      const response = await http.fetch({
        url: `${url}/v1/scan/transaction`,
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        deadlineMs: 30_000,
        maxBytes: MAX_ANSWER_BYTES,
      })
      const text = response.body.toString('utf8')
      if (response.status !== 200) throw new Error(`answered ${response.status}: ${text}`)
      return JSON.parse(text).data
    },
    close: () => http.close(),
  }
}
