import { type DeployedCase, deployCorpus } from '../src/sandbox/corpus/deployCorpus.ts'
import { type ScanService, startQuietService } from '../src/testing/quietService.ts'
import type { TortureResult } from './main.ts'

const DEADLINE_MS = 30_000
const ACCUSED = ['high', 'critical']
const CLAIMS = ['verified-source', 'timelock', 'role-change']

type Case = { riskLevel: string; complete: boolean }
type Appeal = {
  before: Case
  after: Case
  gone: { id: string }[]
  come: { id: string }[]
  changed: { id: string }[]
  claims: { claim: string; holds: boolean | null }[]
}

/**
 * Every honest twin of the corpus is scanned, and its scan appealed: judged anew with nothing changed, each stays as it was and is not accused.
 * The control appeals traps with the same claims: an appeal excuses none of them. `cut`: different, because one of the two scans ran out of time, three
 * times over; more than a small share of them fails, for they show nothing.
 */
export default async function appeal(): Promise<TortureResult> {
  const service = await startQuietService('test')
  try {
    const cases = await deployCorpus(await service.app.sandbox(), 'ethereum')
    const problems: string[] = []
    const seen = { twin: 0, trap: 0 }
    let accused = 0
    let different = 0
    let cut = 0
    let excused = 0
    let accusedTraps = 0
    let verified = 0
    for (const one of cases) {
      const judged = await judgedInFull(service, one)
      if (typeof judged === 'string') {
        problems.push(`${one.id}: ${judged}`)
        continue
      }
      seen[one.kind]++
      const { before, after, gone, come, changed, claims } = judged
      const findings = [...gone, ...come, ...changed]
      if (isDifferent(judged)) {
        if (isCut(judged)) cut++
        else different++
        problems.push(
          `${one.id}: ${before.riskLevel} ${after.riskLevel} ${JSON.stringify(findings.map(({ id }) => id))}`.slice(
            0,
            200,
          ),
        )
      }
      if (one.kind === 'twin' && ACCUSED.includes(after.riskLevel)) accused++
      if (one.kind === 'trap' && ACCUSED.includes(before.riskLevel)) {
        accusedTraps++
        if (!ACCUSED.includes(after.riskLevel)) excused++
      }
      // No service publishes source of the sandbox.
      if (claims.some(({ claim, holds }) => claim === 'verified-source' && holds === true)) verified++
    }
    const unheard = cut > cases.length * MAX_CUT_SHARE ? cut : 0
    const unseen = cases.length - seen.twin - seen.trap
    return {
      failed: unseen + accused + different + verified + unheard + (accusedTraps === 0 ? 1 : 0),
      twins: seen.twin,
      accused,
      different,
      cut,
      verified,
      control: { traps: seen.trap, accused: accusedTraps, excused },
      ...(problems.length > 0 && { problems: problems.slice(0, 20) }),
    }
  } finally {
    await service.close()
  }
}

/** Of all cases: those that time cut say nothing. */
const MAX_CUT_SHARE = 0.05
/** Times that a case is appealed where one of its scans was cut by time, which says nothing of the appeal. */
const TRIES = 3

async function judgedInFull(service: ScanService, one: DeployedCase): Promise<Appeal | string> {
  let judged = await appealed(service, one)
  for (let tries = 1; tries < TRIES && typeof judged !== 'string' && isDifferent(judged) && isCut(judged); tries++)
    judged = await appealed(service, one)
  return judged
}

function isDifferent({ before, after, gone, come, changed }: Appeal): boolean {
  return gone.length + come.length + changed.length > 0 || before.riskLevel !== after.riskLevel
}

function isCut({ before, after }: Appeal): boolean {
  return !before.complete || !after.complete
}

/** The appeal's outcome, or why there is none. */
async function appealed(service: ScanService, { address }: DeployedCase): Promise<Appeal | string> {
  const body = { address, chain: 'ethereum', options: { deadlineMs: DEADLINE_MS } }
  const scanned = await service.ask('/v1/scan/contract', body)
  if (scanned.status !== 200) return `scan ${scanned.status}`
  const requestId = scanned.json.meta.scanId ?? scanned.json.meta.requestId
  const said = { entity: address, chain: 'ethereum', type: 'false_positive', appeal: { requestId, claims: CLAIMS } }
  const { status, json } = await service.ask('/v1/feedback', said)
  return status === 201 ? (json.data.appeal as Appeal) : `appeal ${status}: ${JSON.stringify(json).slice(0, 120)}`
}
