import { appendFile, rm } from 'node:fs/promises'
import { type ScanService, startScanService } from '../src/testing/scanService.ts'
import { byTechnique, figuresOf, halvesOf } from './coin-traps/figuresOf.ts'
import { type CoinTrapRow, readCoinTraps } from './coin-traps/readCoinTraps.ts'
import { halfOf } from './corpus/halfOf.ts'
import { placeCode } from './corpus/placeCode.ts'
import type { BenchOptions } from './main.ts'
import { percentile } from './percentile.ts'

const DEADLINE_MS = 28_000
const MAX_TRIES = 2
const HIGH: ReadonlySet<string> = new Set(['high', 'critical'])

/**
 * Contracts that keep the coins sent to them, and ordinary ones, put on the sandbox's Ethereum with their storage and balance and
 * scanned as contracts over HTTP. `ownFinding`: by the finding `coin-honeypot` alone. COIN_TRAPS_HALF: `development` or `heldBack`; COIN_TRAPS_ONLY: a pattern of groups.
 */
export default async function coinTraps({ data, details }: BenchOptions): Promise<object> {
  const { COIN_TRAPS_HALF: half, COIN_TRAPS_ONLY: only = '' } = process.env
  const rows = readCoinTraps(data).filter(
    ({ group }) => (half === undefined || halfOf(group) === half) && new RegExp(only).test(group),
  )
  const service = await startScanService('test')
  if (details !== null) await rm(details, { force: true })
  try {
    const sandbox = await service.app.sandbox()
    const placed = rows.map(({ runtime, ...row }) => ({ ...row, code: runtime }))
    await placeCode(sandbox, placed)
    const judged: Awaited<ReturnType<typeof scanRow>>[] = []
    for (const row of rows) {
      const one = await scanRow(service, row)
      judged.push(one)
      if (details !== null) await appendFile(details, `${JSON.stringify(one)}\n`)
    }
    const { trap } = figuresOf(judged)
    const controls = judged.filter(({ kind }) => kind !== 'trap')
    return {
      n: trap.rows,
      high: trap.rowsHigh,
      ordinary: controls.length,
      ordinaryHigh: controls.filter(({ isHigh }) => isHigh).length,
      withoutStorage: rows.filter(({ hasStorage }) => !hasStorage).length,
      by: figuresOf(judged),
      ownFinding: halvesOf(judged.map((one) => ({ ...one, isHigh: one.isHoneypot }))),
      halves: halvesOf(judged),
      techniques: byTechnique(judged),
      incomplete: judged.filter(({ complete }) => !complete).length,
      p50: percentile(
        judged.map(({ milliseconds }) => milliseconds),
        0.5,
      ),
    }
  } finally {
    await service.close()
  }
}

/** Scans one contract, again where the answer is incomplete. */
async function scanRow(service: ScanService, { address, kind, technique, group }: CoinTrapRow) {
  const body = { chain: 'ethereum', address, options: { deadlineMs: DEADLINE_MS } }
  const began = performance.now()
  for (let tries = 1; ; tries++) {
    const { status, json } = await service.ask('/v1/scan/contract', body)
    if (status !== 200) throw new Error(`${address} answered ${status}: ${JSON.stringify(json)}`)
    const { riskLevel, riskScore, complete, unknown, warnings } = json.data as {
      riskLevel: string
      riskScore: number
      complete: boolean
      unknown: string[]
      warnings: { id: string; severity: string; description: string }[]
    }
    if (!complete && tries < MAX_TRIES) continue
    return {
      address,
      kind,
      technique,
      group,
      riskScore,
      isHigh: HIGH.has(riskLevel),
      isHoneypot: warnings.some(({ id }) => id === 'coin-honeypot'),
      complete,
      unknown,
      findings: warnings.map(({ id, severity, description }) => `${severity} ${id}: ${description}`),
      milliseconds: Math.round(performance.now() - began),
    }
  }
}
