import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import type { Verdict } from './verdict.ts'

/** The members of the contract's result that the bench reads. */
type Answer = {
  riskLevel: RiskLevel
  isHoneypot: boolean | null
  complete: boolean
  tokenSecurity: { buyTax: number | null; sellTax: number | null } | null
}

/** The longest one: figures are about verdicts, and a busy machine gives the same ones later. */
const DEADLINE_MS = 30_000
const MAX_ANSWER_BYTES = 4 * 1024 ** 2

/**
 * POST /v1/scan/contract of a running service over kept-alive connections, keys taken in turn. `scan` answers one verdict.
 * @throws Error with the answer when it is not 200.
 */
export function createContractScan(url: string, chain: Chain, tokens: readonly string[]) {
  const http = createOperatorFetch()
  let count = 0
  const scan = async (address: Address): Promise<Verdict> => {
    const began = performance.now()
    const { status, body } = await http.fetch({
      url: `${url}/v1/scan/contract`,
      method: 'POST',
      headers: { authorization: `Bearer ${tokens[count++ % tokens.length]}`, 'content-type': 'application/json' },
      body: JSON.stringify({ address, chain, options: { deadlineMs: DEADLINE_MS } }),
      deadlineMs: 60_000,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const text = body.toString('utf8')
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
    const { riskLevel, isHoneypot, complete, tokenSecurity } = JSON.parse(text).data as Answer
    const taxes = { buyTax: tokenSecurity?.buyTax ?? null, sellTax: tokenSecurity?.sellTax ?? null }
    const milliseconds = Math.round(performance.now() - began)
    return { riskLevel, honeypot: isHoneypot === true, complete, ...taxes, milliseconds }
  }
  /** Transactions executed so far by the sandbox's engine, from the service's own metric. */
  const engineCalls = async (): Promise<number> => {
    const { body } = await http.fetch({
      url: `${url}/metrics`,
      method: 'GET',
      deadlineMs: 10_000,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const lines = body.toString('utf8').split('\n')
    const line = lines.find((one) => one.startsWith('redoubt_engine_calls_total{environment="test"}'))
    return Number(line?.split(' ')[1])
  }
  return { scan, engineCalls, close: () => http.close() }
}
