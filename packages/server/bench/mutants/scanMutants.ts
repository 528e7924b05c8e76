import type { ScanService } from '../../src/testing/quietService.ts'
import { scanWhole } from '../corpus/scanWhole.ts'
import type { Mutant } from './drawMutants.ts'
import { POWER_FINDINGS } from './powerFindings.ts'

export type JudgedMutant = Pick<Mutant, 'id' | 'shape' | 'isHarm' | 'power' | 'guard' | 'packing' | 'place'> & {
  compiler: string
  /** Level high or above by a finding of high or above that names the power. */
  isCaught: boolean
  riskLevel: string
  complete: boolean
  findings: string[]
  unknown: string[]
  milliseconds: number
}

const HIGH: ReadonlySet<string> = new Set(['high', 'critical'])

export async function scanMutant(service: ScanService, one: Mutant): Promise<JudgedMutant> {
  const { riskLevel, complete, findings, unknown, milliseconds } = await scanWhole(service, one.self)
  const { id, shape, isHarm, power, guard, packing, place, compiler } = one
  const names = findings.flatMap((text) => {
    const [severity = '', finding = ''] = text.split(/[ :]/)
    return HIGH.has(severity) ? [finding] : []
  })
  return {
    id,
    shape,
    isHarm,
    power,
    guard,
    packing,
    place,
    compiler: compilerName(compiler),
    isCaught: HIGH.has(riskLevel) && names.some((name) => POWER_FINDINGS[power].includes(name)),
    riskLevel,
    complete,
    findings,
    unknown,
    milliseconds,
  }
}

function compilerName({ minor, patch, runs, viaIR }: Mutant['compiler']): string {
  return `0.${minor}.${patch} ${viaIR ? 'viaIR ' : ''}${runs === null ? 'off' : `runs ${runs}`}`
}
