import { INSUFFICIENT_DATA } from '@redoubt/risk/engine/insufficientData.ts'
import { quietApp } from '../../src/testing/quietApp.ts'
import { createScanClient } from '../../src/testing/scanClient.ts'
import type { LosingProxy, Loss } from './losingProxy.ts'
import type { LostSubject } from './subjects.ts'

const LEVELS = ['safe', 'low', 'medium', 'high', 'critical']
const MEDIUM = 2
/** More than one process of the engine is not needed for one scan. */
const ENV = { SOURCIFY_URL: 'off', LOG_LEVEL: 'silent', BSC_RPC_URLS: '', POLYGON_RPC_URLS: '' }

/** What was answered, as far as a lost read may change it. */
export type LostAnswer = {
  status: number
  /** Place in the levels: 0 safe, 4 critical. Of a list of approvals: that of the worst. */
  level: number
  /** Medium and worse, without the one that says what is not known. */
  findings: string[]
  complete: boolean
  /** Facts and sources that the answer names as unknown. */
  unknown: string[]
  /** Methods of each request of the scan, and refused calls. */
  requests: readonly string[][]
  refused: number
}

type Finding = { id: string; severity: string }
type Data = {
  riskLevel?: string
  approvals?: { riskLevel: string; token: string; spender: string }[]
  warnings?: Finding[]
  threats?: Finding[]
  riskFactors?: Finding[]
  complete: boolean
  unavailable: string[]
  unknown: string[]
}

/** Asks a service that knows nothing yet and has this endpoint alone. */
export async function askThrough(
  proxy: LosingProxy,
  { path, body }: LostSubject,
  loss: Loss | null,
): Promise<LostAnswer> {
  const { app, url, tokens } = await quietApp('live', { ...ENV, ETHEREUM_RPC_URLS: proxy.url })
  const client = createScanClient(url, tokens[0] ?? '')
  proxy.begin(loss)
  try {
    const { status, json } = await client.ask(path, body)
    const data = (json.data ?? {}) as Partial<Data>
    const { complete = false, unavailable = [], unknown = [] } = data
    const found = [...(data.warnings ?? []), ...(data.threats ?? []), ...(data.riskFactors ?? [])]
    const findings = found
      .filter(({ id, severity }) => id !== INSUFFICIENT_DATA && LEVELS.indexOf(severity) >= MEDIUM)
      .map(({ id }) => id)
    const judged = (data.approvals ?? []) as { riskLevel?: string }[]
    const levels = [data.riskLevel, ...judged.map(({ riskLevel }) => riskLevel)]
    return {
      status,
      level: Math.max(...levels.map((level) => LEVELS.indexOf(level ?? 'safe'))),
      findings: [...new Set(findings)].sort(),
      complete,
      unknown: [...new Set([...unavailable, ...unknown])].sort(),
      ...proxy.seen(),
    }
  } finally {
    proxy.begin(null)
    await client.close()
    await app.close()
  }
}

/** `weaker`: fine where the healthy network alarms. `silent`: better than there, and called complete or nothing named. `invented`: an alarm of the failure. */
export type LostProblem = 'weaker' | 'silent' | 'invented'

/** Returns what a lost read did to an answer that it must not do; null: nothing. */
export function problemOf(healthy: LostAnswer, answer: LostAnswer): LostProblem | null {
  // It was refused: there is no verdict to be relied on.
  if (answer.status !== 200) return null
  if (healthy.level >= MEDIUM && answer.level < MEDIUM) return 'weaker'
  const isNamed = answer.unknown.some((name) => !healthy.unknown.includes(name))
  if (answer.level < healthy.level && (answer.complete || !isNamed)) return 'silent'
  if (healthy.level >= MEDIUM || answer.level < MEDIUM) return null
  const added = answer.findings.filter((id) => !healthy.findings.includes(id))
  return answer.level > MEDIUM || added.length > 0 || !isNamed ? 'invented' : null
}
