import type { Hex } from '@redoubt/risk/address.ts'
import type { ProxyRule } from '../../simulation/testing/testChain.ts'

export type Request = { id: number; method: string; params: [{ fromBlock: Hex; toBlock: Hex }] }
type Answer = { result?: unknown; error?: Refusal }
type Refusal = { code: number; message: string }

/** A node that answers one method otherwise: also when it is asked in the batch that checks it. */
export const changing =
  (
    method: string,
    change: (request: Request, answer: Answer) => Answer | { status: number } | 'hang' | null,
  ): ProxyRule =>
  async (body, forward) => {
    const requests = [body].flat() as Request[]
    const answered = await forward()
    const answers = [answered].flat() as (Answer & { id: number; jsonrpc?: string })[]
    for (const [at, answer] of answers.entries()) {
      const request = requests.find(({ id }) => id === answer.id)
      const changed = request?.method === method ? change(request, answer) : null
      if (changed === 'hang') return 'hang'
      if (changed !== null && 'status' in changed) return { status: changed.status, answer: 'no' }
      if (changed !== null) answers[at] = { jsonrpc: '2.0', id: answer.id, ...changed }
    }
    return { answer: Array.isArray(answered) ? answers : answers[0] }
  }
/** A provider that refuses some requests for logs; it sees what they would have answered. */
export const provider = (
  refuse: (asked: { from: number; to: number; logs: unknown[] }) => Refusal | { status: number } | 'hang' | null,
) =>
  changing('eth_getLogs', ({ params: [{ fromBlock, toBlock }] }, { result }) => {
    const refusal = refuse({ from: Number(fromBlock), to: Number(toBlock), logs: result as unknown[] })
    return refusal !== null && refusal !== 'hang' && 'code' in refusal ? { error: refusal } : refusal
  })

const hex = (value: number) => `0x${value.toString(16)}`

/** The least that a provider says of the range that it would answer. */
export const PROVIDERS: Record<string, ProxyRule> = {
  'Alchemy, 60 logs': provider(({ from, to, logs }) => {
    if (logs.length <= 60) return null
    const works = `this block range should work: [${hex(from)}, ${hex(from + Math.floor((to - from) / 3))}]`
    return { code: -32_602, message: `Log response size exceeded. Based on your parameters, ${works}` }
  }),
  'Infura, 60 logs': provider(({ logs }) =>
    logs.length <= 60 ? null : { code: -32_005, message: 'query returned more than 60 results' },
  ),
  'QuickNode, 50 blocks': provider(({ from, to }) =>
    to - from < 50 ? null : { code: -32_614, message: 'eth_getLogs is limited to a 50 range' },
  ),
  'Ankr, 30 blocks unsaid': provider(({ from, to }) =>
    to - from < 30 ? null : { code: -32_062, message: 'block range is too wide' },
  ),
  'BSC, 25 blocks': provider(({ from, to }) =>
    to - from < 25 ? null : { code: -32_000, message: 'exceed maximum block range: 25' },
  ),
  'dRPC, 40 blocks': provider(({ from, to }) =>
    to - from < 40 ? null : { code: 35, message: 'ranges over 40 blocks are not supported on freetier' },
  ),
  'Cloudflare, 8 blocks': provider(({ from, to }) =>
    to - from < 8
      ? null
      : { code: -32_047, message: "Invalid eth_getLogs request. 'fromBlock'-'toBlock' range too large. Max range: 8" },
  ),
  'Reth, 60 logs': provider(({ from, to, logs }) =>
    logs.length <= 60
      ? null
      : {
          code: -32_602,
          message: `query exceeds max results 60, retry with the range ${from}-${from + Math.floor((to - from) / 4)}`,
        },
  ),
  'Erigon, late': provider(({ from, to }) =>
    to - from < 90 ? null : { code: -32_000, message: 'query timeout exceeded' },
  ),
  'a proxy, 413': provider(({ logs }) => (logs.length <= 60 ? null : { status: 413 })),
  'a proxy, by bytes': provider(({ logs }) =>
    logs.length <= 60 ? null : { code: -32_020, message: 'backend response too large' },
  ),
}
