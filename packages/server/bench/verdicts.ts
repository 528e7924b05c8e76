import { appendFile, rm } from 'node:fs/promises'
import { type ScanService, startQuietService } from '../src/testing/quietService.ts'
import type { BenchOptions } from './main.ts'
import { VERDICT_CASES } from './verdicts/allCases.ts'
import { type Answer, judgeAnswer } from './verdicts/judgeAnswer.ts'
import { openStage, type Stage } from './verdicts/stage.ts'
import { isAttack, type VerdictCase } from './verdicts/verdictCase.ts'

const DEADLINE_MS = 28_000
const MAX_TRIES = 2
const BLOCKS_BEFORE_SCANS = 32
/** The service follows the chain. */
const SETTLE_MS = 1_500

type Judged = {
  subject: string
  id: string
  what: string
  outcome: ReturnType<typeof judgeAnswer>
  recommendation: string
  riskScore: number
  complete: boolean
  unknown: readonly string[]
  revertReason: string | null
  findings: string[]
  descriptions: string[]
  milliseconds: number
}

/**
 * Attacks and honest twins over contracts of our own on the sandbox, a month old and used by others, by the scans of transactions,
 * messages and contracts. VERDICTS_ONLY: a pattern of the ids to scan.
 */
export default async function verdicts({ details }: BenchOptions): Promise<object> {
  const only = new RegExp(process.env.VERDICTS_ONLY ?? '')
  const service = await startQuietService('test')
  const stage = await openStage(await service.app.sandbox())
  const judged: Judged[] = []
  if (details !== null) await rm(details, { force: true })
  try {
    const all = Object.values(VERDICT_CASES).flat()
    for (const one of all) await one.prepare?.(stage)
    await stage.age()
    for (const one of all) await one.beforeScan?.(stage)
    await stage.mine(BLOCKS_BEFORE_SCANS)
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    for (const [subject, cases] of Object.entries(VERDICT_CASES)) {
      for (const one of cases.filter(({ id }) => only.test(id))) {
        const row = await scanCase(service, stage, { subject, one })
        judged.push(row)
        if (details !== null) await appendFile(details, `${JSON.stringify(row)}\n`)
      }
    }
  } finally {
    await stage.close()
    await service.close()
  }
  const subjects = Map.groupBy(judged, ({ subject }) => subject)
  const idsOf = (outcome: Judged['outcome']) =>
    judged
      .filter((one) => one.outcome === outcome)
      .map(({ id }) => id)
      .join(' ')
  return {
    ...figuresOf(judged),
    by: Object.fromEntries([...subjects].map(([subject, ones]) => [subject, figuresOf(ones)])),
    ids: { missed: idsOf('missed'), review: idsOf('review'), alarmed: idsOf('alarmed'), reviewed: idsOf('reviewed') },
  }
}

/** Scans one case, again where the answer is incomplete. */
async function scanCase(
  service: ScanService,
  stage: Stage,
  { subject, one }: { subject: string; one: VerdictCase },
): Promise<Judged> {
  const began = performance.now()
  const body = { chain: 'ethereum', ...(await one.body(stage)), options: { deadlineMs: DEADLINE_MS } }
  for (let tries = 1; ; tries++) {
    const { status, json } = await service.ask(`/v1/scan/${one.scan ?? 'transaction'}`, body)
    if (status !== 200) throw new Error(`${one.id} answered ${status}: ${JSON.stringify(json)}`)
    const data = json.data as Answer & {
      complete: boolean
      warnings?: { id: string; severity: string; description: string }[]
      simulation?: { revertReason?: string | null } | null
    }
    if (data.complete === false && tries < MAX_TRIES) continue
    return {
      subject,
      id: one.id,
      what: one.what,
      outcome: judgeAnswer(one, data),
      recommendation: data.recommendation,
      riskScore: data.riskScore,
      complete: data.complete,
      unknown: data.unknown,
      revertReason: data.simulation?.revertReason ?? null,
      findings: (data.warnings ?? []).map(({ id, severity }) => `${id} ${severity}`),
      descriptions: (data.warnings ?? []).map(({ id, description }) => `${id}: ${description}`),
      milliseconds: Math.round(performance.now() - began),
    }
  }
}

function figuresOf(judged: readonly Judged[]): Record<string, number> {
  const count = (outcome: Judged['outcome']) => judged.filter((one) => one.outcome === outcome).length
  const attacks = judged.filter(isAttack).length
  return {
    n: judged.length,
    attacks,
    caught: count('caught'),
    review: count('review'),
    missed: count('missed'),
    honest: judged.length - attacks,
    quiet: count('quiet'),
    reviewed: count('reviewed'),
    alarmed: count('alarmed'),
  }
}
