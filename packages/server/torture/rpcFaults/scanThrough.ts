import type { Scenario } from '../../src/sandbox/scenarios.ts'
import { quietApp } from '../../src/testing/quietApp.ts'
import { createScanClient } from '../../src/testing/scanClient.ts'
import type { FaultProxy } from './faultProxy.ts'

/** How scans ended. */
export type ScanCounts = { scans: number; answered: number; refused: number; safe: number }

type Answer = { data?: { riskLevel: string; complete: boolean; simulation: { success: boolean } | null } }

const DEADLINE_MS = 2_000

/**
 * Scans by a service that knows nothing yet and has this endpoint alone.
 * @returns What is wrong: an answer that calls a trap safe, or anything safe that was not executed; an error that is none of the upstream.
 */
export async function scanThrough(
  proxy: FaultProxy,
  scenarios: readonly Scenario[],
  counts: ScanCounts,
): Promise<string[]> {
  const { app, url, tokens } = await quietApp('live', {
    ETHEREUM_RPC_URLS: proxy.url,
    RPC_TIMEOUT_MS: '400',
    SOURCIFY_URL: 'off',
  })
  const client = createScanClient(url, tokens[0] ?? '')
  try {
    const problems = await Promise.all(
      scenarios.map(async ({ id, body, expect }) => {
        const { status, json } = await client.ask('/v1/scan/transaction', {
          ...body,
          options: { deadlineMs: DEADLINE_MS },
        })
        counts.scans++
        if (status !== 200) {
          counts.refused++
          return status === 503 || status === 504 ? null : `${id}: answered ${status}`
        }
        counts.answered++
        const { riskLevel, simulation } = (json as Required<Answer>).data
        if (riskLevel !== 'safe') return null
        counts.safe++
        if (!expect.recommendation.includes('PROCEED')) return `${id}: a trap is safe`
        return simulation?.success ? null : `${id}: safe without having been executed`
      }),
    )
    return problems.filter((problem) => problem !== null)
  } finally {
    await client.close()
    await app.close()
  }
}
