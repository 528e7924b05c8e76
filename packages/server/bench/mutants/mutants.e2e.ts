import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ScanService, startScanService } from '../../src/testing/scanService.ts'
import type { Mutant } from './drawMutants.ts'
import { mutantSample } from './sample.ts'
import { type JudgedMutant, scanMutant } from './scanMutants.ts'
import { stageMutants } from './stageMutants.ts'

const { mutants, compiled } = mutantSample()
/** Pairs of the sample that are caught: all. */
const CAUGHT = mutants.filter(({ isHarm }) => isHarm)
const HIGH = new Set(['high', 'critical'])
let service: ScanService
let stage: Awaited<ReturnType<typeof stageMutants>>
const judged = new Map<string, JudgedMutant>()

before(async () => {
  service = await startScanService('test')
  stage = await stageMutants(await service.app.sandbox(), mutants, compiled)
  for (const one of mutants) judged.set(one.id, await scanMutant(service, one))
})
after(async () => {
  await stage?.close()
  await service?.close()
})

const rowOf = ({ id }: Pick<Mutant, 'id'>): JudgedMutant => {
  const row = judged.get(id)
  assert.ok(row, `${id} was not scanned`)
  return row
}

describe('mutants of the committed draw', () => {
  it('harm users where they should, and no twin does', async () => {
    for (const one of mutants) assert.equal(await stage.harms(one), one.isHarm, one.id)
  })
  it('finds every power', () => {
    for (const one of CAUGHT) {
      const row = rowOf(one)
      assert.ok(row.isCaught, `${one.id}: ${row.riskLevel}, ${row.findings.join('; ')}`)
    }
  })
  it('accuses no honest twin', () => {
    for (const one of mutants.filter(({ isHarm }) => !isHarm)) {
      const row = rowOf(one)
      assert.ok(!HIGH.has(row.riskLevel), `${one.id}: ${row.findings.join('; ')}`)
    }
  })
})
