import { appendFile, rm } from 'node:fs/promises'
import { type ScanService, startQuietService } from '../src/testing/quietService.ts'
import { byTechnique, figuresOf, halvesOf } from './coin-traps/figuresOf.ts'
import { type CoinTrapRow, readCoinTraps } from './coin-traps/readCoinTraps.ts'
import { halfOf } from './corpus/halfOf.ts'
import { placeCode } from './corpus/placeCode.ts'
import { scanWhole } from './corpus/scanWhole.ts'
import type { BenchOptions } from './main.ts'
import { percentile } from './percentile.ts'

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
  const service = await startQuietService('test')
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

async function scanRow(service: ScanService, { address, kind, technique, group }: CoinTrapRow) {
  const { riskLevel, ids, ...answer } = await scanWhole(service, address)
  return {
    address,
    kind,
    technique,
    group,
    isHigh: HIGH.has(riskLevel),
    isHoneypot: ids.includes('coin-honeypot'),
    ...answer,
  }
}
