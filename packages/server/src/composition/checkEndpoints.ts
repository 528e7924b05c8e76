import { createOperatorFetch, type OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { CHAIN_IDS, CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import type { Config } from '../config.ts'
import { type AskEndpoint, checkEndpoint, type EndpointCheck } from '../evm/rpc/checkEndpoint.ts'
import { decodeAnswers, encodeRequests } from '../evm/rpc/jsonRpc.ts'

const MAX_ANSWER_BYTES = 1_048_576

/** What one endpoint can do. `host` without its path, which may hold a key. */
export type CheckedEndpoint = { chain: Chain; host: string; checks: EndpointCheck[] }

/** Asks every endpoint for what scans use of it, in the order of the networks. */
export async function checkEndpoints(
  rpcUrls: Readonly<Record<Chain, readonly string[]>>,
  { rpcTimeoutMs, maxHeadAgeSeconds }: Pick<Config, 'rpcTimeoutMs' | 'maxHeadAgeSeconds'>,
): Promise<CheckedEndpoint[]> {
  const http = createOperatorFetch()
  try {
    const all = CHAINS.flatMap((chain) => rpcUrls[chain].map((url) => ({ chain, url })))
    return await Promise.all(
      all.map(async ({ chain, url }) => {
        const { host } = new URL(url)
        const checks = await checkEndpoint(
          askOf(http, url, rpcTimeoutMs),
          { chainId: CHAIN_IDS[chain], maxHeadAgeSeconds: maxHeadAgeSeconds[chain] },
          Date.now(),
        )
        return { chain, host, checks: checks.map((check) => ({ ...check, detail: bareDetail(check.detail, host) })) }
      }),
    )
  } finally {
    await http.close()
  }
}

/** Complaints as lines, and what to do; none where all is well. */
export function endpointComplaints(
  checked: readonly CheckedEndpoint[],
  states: readonly EndpointCheck['state'][],
): string[] {
  return checked.flatMap(({ chain, host, checks }) =>
    checks
      .filter(({ state }) => states.includes(state))
      .map(({ name, detail, remedy }) => {
        // What cannot be reached has one complaint, whose detail says it all.
        const about = name === 'reachable' ? '' : `${name}: `
        return `${chain}: ${host}: ${about}${detail}. ${remedy ?? ''}`.trim()
      }),
  )
}

/** Errors of connections begin with the host, which stands beside the detail anyway, and are sentences. */
function bareDetail(detail: string, host: string): string {
  const bare = detail.startsWith(`${host}: `) ? detail.slice(host.length + 2) : detail
  return bare.replace(/\.$/, '')
}

function askOf(http: Pick<OperatorFetch, 'fetch'>, url: string, timeoutMs: number): AskEndpoint {
  return async (method, params) => {
    const { body, status } = await http.fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: encodeRequests([{ method, params }], 1, false),
      deadlineMs: timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
    })
    try {
      const [answer] = decodeAnswers(body.toString('utf8'), 1, 1, false)
      if (answer === undefined) throw new Error('no answer')
      return 'error' in answer ? { error: answer.error.message } : answer
    } catch {
      throw new Error(`no JSON-RPC answer (HTTP ${status})`)
    }
  }
}
