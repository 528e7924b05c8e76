import type { Address } from '@redoubt/risk/address.ts'
import type { ScanService } from '../../src/testing/quietService.ts'

const DEADLINE_MS = 28_000
const MAX_TRIES = 2

type Answer = {
  riskLevel: string
  riskScore: number
  complete: boolean
  unknown: string[]
  warnings: { id: string; severity: string; description: string }[]
}

/**
 * Scans one contract of a corpus over HTTP, and once more where the answer is incomplete.
 * @returns What the benches compare; `findings` as text, `ids` of the same warnings.
 * @throws when the service answers no 200.
 */
export async function scanWhole(service: ScanService, address: Address) {
  const body = { chain: 'ethereum', address, options: { deadlineMs: DEADLINE_MS } }
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    const { status, json } = await service.ask('/v1/scan/contract', body)
    if (status !== 200) throw new Error(`${address} answered ${status}: ${JSON.stringify(json)}`)
    const { riskLevel, riskScore, complete, unknown, warnings } = json.data as Answer
    if (!complete && tries < MAX_TRIES) continue
    return {
      riskLevel,
      riskScore,
      complete,
      unknown,
      ids: warnings.map(({ id }) => id),
      findings: warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`),
      milliseconds: Math.round(performance.now() - began),
    }
  }
}
