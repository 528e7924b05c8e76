import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '../src/sandbox/startSandbox.ts'
import { type LostAnswer, type LostProblem, problemOf, startLosingService } from './lostReads/askThrough.ts'
import type { Loss } from './lostReads/losingProxy.ts'
import { type LostSubject, lostSubjects } from './lostReads/subjects.ts'
import type { TortureResult } from './main.ts'
import { randomOf } from './randomOf.ts'

/** Scans with one request lost, and with all calls of a method lost. */
const SINGLE = Number(process.env.LOST_SINGLE ?? 320)
const METHODS = Number(process.env.LOST_METHODS ?? 110)
/** Some of the subjects, while one is being mended. */
const WANTED = new RegExp(process.env.LOST_SUBJECTS ?? '')
const SEED = Number(process.env.LOST_SEED ?? 1)
const MEDIUM = 2

type Counts = Record<LostProblem, number> & { scans: number; lost: number; refused: number; reviewed: number }
type Asked = { subject: LostSubject; loss: Loss }

/**
 * Scans while the only endpoint loses one request, or one method: nothing is fine that alarms on a healthy network, nothing better than there
 * is called complete, and no alarm is made of the failure. The control reads the answers without what they say of unknown facts: some must be weaker.
 */
export default async function lostReads(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-lost-reads-'))
  const sandbox = await startSandbox({ cacheDir: folder, chains: ['ethereum'] })
  const service = await startLosingService(sandbox.rpcUrls.ethereum)
  const subjects = lostSubjects(sandbox.world.ethereum).filter(({ id }) => WANTED.test(id))
  const counts = { single: noCounts(), method: noCounts() }
  const problems: string[] = []
  /** Answers that were weaker, did they not say what is unknown. */
  const control = { weaker: 0 }
  try {
    const healthy = new Map<LostSubject, LostAnswer>()
    for (const subject of subjects) {
      const answer = await service.askHealthy(subject)
      if (process.env.LOST_VERBOSE) console.error('healthy', subject.id, answer.requests.length, said(answer))
      if (answer.status !== 200) problems.push(`${subject.id}: answered ${answer.status} without a loss`)
      else healthy.set(subject, answer)
    }
    const known = [...healthy]
    const random = randomOf(SEED)
    const pick = <Value>(all: readonly Value[]) => all[random(all.length)]
    const singles = Array.from({ length: SINGLE }, (_, at) => known[at % known.length]).flatMap((one) => {
      if (one === undefined) return []
      const [subject, { requests }] = one
      return [{ subject, loss: { request: random(requests.length) } }]
    })
    const methods = Array.from({ length: METHODS }, () => pick(known)).flatMap((one) => {
      if (one === undefined) return []
      const [subject, { requests }] = one
      return [{ subject, loss: { method: pick([...new Set(requests.flat())]) ?? '' } }]
    })
    for (const { subject, loss } of mixed(singles, methods)) {
      const truth = healthy.get(subject)
      if (truth === undefined) continue
      const answer = await service.ask(subject, loss)
      const problem = problemOf(truth, answer)
      const counted = 'method' in loss ? counts.method : counts.single
      counted.scans++
      if (answer.refused > 0) counted.lost++
      if (answer.status !== 200) counted.refused++
      if (truth.level < MEDIUM && answer.level === MEDIUM) counted.reviewed++
      if (answer.status === 200 && truth.findings.length > 0 && answer.findings.length === 0) control.weaker++
      const what = 'method' in loss ? loss.method : `${loss.request}: ${[...new Set(answer.requests[loss.request])]}`
      if (process.env.LOST_VERBOSE) console.error(problem ?? 'ok', subject.id, what, said(truth), '→', said(answer))
      if (problem === null) continue
      counted[problem]++
      problems.push(`${subject.id}, ${what}: ${problem}: ${said(truth)} → ${said(answer)}`)
    }
  } finally {
    await service.close()
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
  if (control.weaker === 0) problems.push('the control does not bite: no lost read hides what a healthy network shows')
  return {
    subjects: subjects.length,
    counts,
    control,
    failed: problems.length,
    ...(problems.length > 0 && { problems }),
  }
}

const noCounts = (): Counts => ({ scans: 0, lost: 0, refused: 0, reviewed: 0, weaker: 0, silent: 0, invented: 0 })

function said({ status, level, findings, complete, unknown }: LostAnswer): string {
  const names = findings.slice(0, 4).join()
  return status === 200 ? `${level}${complete ? ' complete' : ''} [${names}] ?[${unknown.slice(0, 6)}]` : `${status}`
}

/** A method after every third request, so that a run that is ended early has seen both. */
function mixed(singles: readonly Asked[], methods: readonly Asked[]): Asked[] {
  const left = [...methods]
  const both = singles.flatMap((one, at) => (at % 3 === 2 ? [one, ...left.splice(0, 1)] : [one]))
  return [...both, ...left]
}
