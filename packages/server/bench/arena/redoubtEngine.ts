import { readFile } from 'node:fs/promises'
import { quietApp } from '../../src/testing/quietApp.ts'
import { createScanClient } from '../../src/testing/scanClient.ts'
import type { ArenaEngine } from './arenaEngine.ts'

const DEADLINE_MS = 20_000
/** What stops a person. REVIEW asks to look; SAFE and PROCEED let pass. */
const ALARMS: readonly string[] = ['CAUTION', 'AVOID', 'BLOCK']

/** Severities that accuse: `low` and `info` are notes. */
const ACCUSING: readonly string[] = ['medium', 'high', 'critical']

/** Ours, over HTTP with a test key: transactions and messages on the sandbox, hosts by lists, names and brands without a visit. */
export async function redoubtEngine(): Promise<ArenaEngine> {
  const { app, url, tokens } = await quietApp('test')
  const client = createScanClient(url, tokens[0] ?? '')
  await app.sandbox()
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const paths = { host: '/v1/scan/url', transaction: '/v1/scan/transaction', message: '/v1/scan/message' }
  return {
    name: 'redoubt',
    version,
    licence: 'Apache-2.0',
    judge: async ({ id, kind, facts }) => {
      const asked = kind === 'host' ? { url: facts.url } : (facts.request as Record<string, unknown>)
      const body = { ...asked, options: { deadlineMs: DEADLINE_MS } }
      const { status, json } = await client.ask(paths[kind], body)
      if (status !== 200) throw new Error(`${id} answered ${status}: ${JSON.stringify(json)}`)
      const { recommendation, warnings, riskFactors } = json.data as Record<string, unknown>
      const found = (warnings ?? riskFactors ?? []) as { id: string; severity: string }[]
      const why = `${recommendation} ${found.map((one) => one.id).join(', ')}`
      if (!ALARMS.includes(String(recommendation))) return { verdict: 'pass', why }
      // Nothing accuses: the alarm says that too little is known.
      const accused = found.some((one) => one.id !== 'not-enough-known' && ACCUSING.includes(one.severity))
      return { verdict: accused ? 'stop' : 'unknown', why }
    },
    close: async () => {
      await client.close()
      await app.close()
    },
  }
}
