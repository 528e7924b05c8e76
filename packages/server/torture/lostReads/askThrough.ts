import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { INSUFFICIENT_DATA } from '@redoubt/risk/engine/insufficientData.ts'
import { nodeRpc } from '../../src/sandbox/nodeRpc.ts'
import { quietApp } from '../../src/testing/quietApp.ts'
import { createScanClient } from '../../src/testing/scanClient.ts'
import { type Loss, startLosingProxy } from './losingProxy.ts'
import type { LostSubject } from './subjects.ts'

const LEVELS = ['safe', 'low', 'medium', 'high', 'critical']
const MEDIUM = 2
/** A busy machine must not lose reads by itself. */
const ENV = { SOURCIFY_URL: 'off', LOG_LEVEL: 'silent', BSC_RPC_URLS: '', POLYGON_RPC_URLS: '', RPC_TIMEOUT_MS: '8000' }
const HEALTHY_ATTEMPTS = 3
/** More than a kept judgement stands for. */
const BLOCKS = 26
/** Before the prices of the sandbox are old. */
const PLACES = 20

/** What was answered, as far as a lost read may change it. */
export type LostAnswer = {
  status: number
  /** Place in the levels: 0 safe, 4 critical. Of a list of approvals: that of the worst. */
  level: number
  /** Medium and worse, but for `not-enough-known`. */
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
  approvals?: { riskLevel: string }[]
  warnings?: Finding[]
  threats?: Finding[]
  riskFactors?: Finding[]
  complete: boolean
  unavailable: string[]
  unknown: string[]
}

/** A service whose only endpoint loses reads. */
export type LosingService = {
  /** At a new block: the service has read no state of it. */
  ask(subject: LostSubject, loss: Loss | null): Promise<LostAnswer>
  /** The answer on a healthy network; again where a busy machine left it incomplete. */
  askHealthy(subject: LostSubject): Promise<LostAnswer>
  close(): Promise<void>
}

export async function startLosingService(upstream: string): Promise<LosingService> {
  const http = createOperatorFetch()
  const rpc = nodeRpc(upstream, http)
  const proxy = await startLosingProxy(upstream)
  const { app, url, tokens } = await quietApp('live', { ...ENV, ETHEREUM_RPC_URLS: proxy.url }, { headReuseMs: 0 })
  const client = createScanClient(url, tokens[0] ?? '')
  let asked = 0
  let snapshot = await rpc('evm_snapshot', [])

  /** What was judged at one block stands for so many: each question is further on, until it begins again with other blocks. */
  async function nextBlock(): Promise<void> {
    await rpc('evm_revert', [snapshot])
    snapshot = await rpc('evm_snapshot', [])
    const coinbase = `0xc0${(++asked).toString(16).padStart(38, '0')}`
    await rpc('anvil_setCoinbase', [coinbase])
    await rpc('anvil_mine', [`0x${(BLOCKS * (1 + (asked % PLACES))).toString(16)}`, '0x1'])
  }

  const ask = (subject: LostSubject, loss: Loss | null): Promise<LostAnswer> =>
    askOnce(subject, loss).catch(() => askOnce(subject, loss))

  /** Rejects where a busy machine does not answer in time. */
  async function askOnce({ path, body }: LostSubject, loss: Loss | null): Promise<LostAnswer> {
    await nextBlock()
    proxy.begin(loss)
    const { status, json } = await client.ask(path, body)
    const seen = proxy.seen()
    proxy.begin(null)
    return { ...answerOf(status, (json.data ?? {}) as Partial<Data>), ...seen }
  }

  return {
    ask,
    async askHealthy(subject) {
      // The first answer brings what is kept for longer than a block.
      let answer = await ask(subject, null)
      for (let attempt = 1; attempt < HEALTHY_ATTEMPTS && (attempt === 1 || !answer.complete); attempt++)
        answer = await ask(subject, null)
      return answer
    },
    async close() {
      await client.close()
      await app.close()
      await proxy.close()
      await http.close()
    },
  }
}

function answerOf(status: number, data: Partial<Data>): Omit<LostAnswer, 'requests' | 'refused'> {
  const { complete = false, unavailable = [], unknown = [] } = data
  const found = [...(data.warnings ?? []), ...(data.threats ?? []), ...(data.riskFactors ?? [])]
  const findings = found
    .filter(({ id, severity }) => id !== INSUFFICIENT_DATA && LEVELS.indexOf(severity) >= MEDIUM)
    .map(({ id }) => id)
  const levels = [data.riskLevel, ...(data.approvals ?? []).map(({ riskLevel }) => riskLevel)]
  return {
    status,
    level: Math.max(...levels.map((level) => LEVELS.indexOf(level ?? 'safe'))),
    findings: [...new Set(findings)].sort(),
    complete,
    unknown: [...new Set([...unavailable, ...unknown])].sort(),
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
