import { createScanClient } from '../../src/testing/scanClient.ts'
import type { ArenaCase, ArenaVerdict } from './arenaEngine.ts'

const DEADLINE_MS = 20_000
/** What stops a person. REVIEW asks to look; SAFE and PROCEED let pass. */
const ALARMS: readonly string[] = ['CAUTION', 'AVOID', 'BLOCK']
/** Severities that accuse: `low` and `info` are notes. */
const ACCUSING: readonly string[] = ['medium', 'high', 'critical']

const PATHS: Readonly<Record<ArenaCase['kind'], string>> = {
  host: '/v1/scan/url',
  transaction: '/v1/scan/transaction',
  message: '/v1/scan/message',
  contract: '/v1/scan/contract',
}

/** Judges over our HTTP interface, wherever it is served. */
export function httpEngine(url: string, token: string) {
  const client = createScanClient(url, token)
  return {
    /** @throws Error with the answer when it is not 200. */
    async judge({ id, kind, facts }: ArenaCase): Promise<ArenaVerdict> {
      const asked = kind === 'host' ? { url: facts.url } : (facts.request as Record<string, unknown>)
      const body = { ...asked, options: { deadlineMs: DEADLINE_MS } }
      const { status, json } = await client.ask(PATHS[kind], body)
      if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(json)}`)
      const { recommendation, warnings, riskFactors, factors } = json.data as Record<string, unknown>
      const found = (warnings ?? riskFactors ?? factors ?? []) as { id: string; severity: string }[]
      const why = `${recommendation} ${found.map((one) => one.id).join(', ')}`.trim()
      if (!ALARMS.includes(String(recommendation))) return { verdict: 'pass', why }
      // Nothing accuses: the alarm says that too little is known.
      const accused = found.some((one) => one.id !== 'not-enough-known' && ACCUSING.includes(one.severity))
      return { verdict: accused ? 'stop' : 'unknown', why }
    },
    close: () => client.close(),
  }
}
