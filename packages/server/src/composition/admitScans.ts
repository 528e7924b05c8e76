import { availableParallelism } from 'node:os'
import { ApiError } from '../errors.ts'
import { createTurnstile, type Turnstile } from '../http/access/turnstile.ts'
import { type AccountQueue, createAccountQueue, isLong, QueueOverloaded, type QueueStats } from '../lib/accountQueue.ts'
import { type GiveWay, inNameOf, SERVICE_ACCOUNT } from '../lib/askingAccount.ts'
import { enginesComputing } from '../lib/engineWork.ts'
import { createPlaces } from '../lib/places.ts'
import type { Scans } from './scans.ts'

/** The scans that callers ask for, each by itself. */
export type AskedScans = Omit<Scans, 'networks' | 'signed' | 'engines' | 'endpoints' | 'close'>

export type AdmissionLimits = {
  /** Scans at work while the processor is busy. */
  atOnce: number
  /** The same while it mostly waits for endpoints and sites. */
  atOnceWhenIdle: number
  /** Share of its `deadlineMs` for which a scan may wait for its place. */
  waitShare: number
  /** False: all callers are one account, and nothing leaves the processor to anything. For tests, to show what fairness is for. */
  fair: boolean
}

export type Admission = {
  scans: AskedScans
  letIn: Turnstile
  stats(): Record<'scans' | 'visits', QueueStats>
}

/** Work of a kind of scan, in that of a transaction. */
const COSTS: Record<Exclude<keyof AskedScans, 'url'>, number> = {
  transaction: 1,
  execution: 1,
  intent: 1,
  message: 1,
  sentTransaction: 2,
  verify: 2,
  wallet: 4,
  profile: 4,
  approvals: 4,
  permissions: 4,
  rescue: 4,
  revoke: 4,
  contract: 4,
  // Executed twice at least, by engines of its own.
  witnessed: 8,
}

/** A fourth of the deadline; where the estimate was wrong, up to twice that. */
const WAIT_SHARE = 1 / 4
/** Milliseconds for which one step of a scan gives way to others, and share of its deadline for which all of its steps do. */
const GIVEN_MS = 200
const GIVEN_SHARE = 1 / 4
/** Of a scan that lost an execution to others. */
const MAX_ATTEMPTS = 2
/** Accounts, for each place, that have one scan at work whatever the others have. */
const SPARE = 2
/** Places for each one of a busy processor while it is idle. */
const IDLE_FACTOR = 4
/** Places for each processor while it is busy. */
const PER_PROCESSOR = 1

/**
 * @param scansAtOnce of the configuration, for all processes on this machine; 0: one for each processor.
 * @param workers how many processes share them; each has one at least.
 */
export function admissionLimits(scansAtOnce: number, workers = 1): AdmissionLimits {
  const atOnce = Math.max(1, Math.ceil((scansAtOnce || PER_PROCESSOR * availableParallelism()) / workers))
  return { atOnce, atOnceWhenIdle: IDLE_FACTOR * atOnce, waitShare: WAIT_SHARE, fair: true }
}

/**
 * Puts a queue in front of the scans: so many at work, turns by account, and 503 OVERLOADED for what would wait too long. The time of a scan
 * begins when it is let in, so that waiting takes nothing from the analysis. Visits of sites have places of their own: they mostly wait.
 */
export function admitScans(scans: AskedScans, limits: AdmissionLimits): Admission {
  const created = (computing?: () => number) =>
    createAccountQueue({
      places: createPlaces(limits.atOnce, limits.atOnceWhenIdle, computing && { computing }),
      spare: SPARE * limits.atOnce,
    })
  const queues = { scans: created(enginesComputing), visits: created() }
  const admit =
    <
      Input extends { deadlineMs: number },
      Context extends { signal: AbortSignal; accountId?: string; onBusy?: () => void },
      Result,
    >(
      queue: AccountQueue,
      cost: number,
      scan: (input: Input, context: Context) => Promise<Result>,
    ) =>
    async (input: Input, context: Context): Promise<Result> => {
      const { signal, accountId = SERVICE_ACCOUNT } = context
      const account = limits.fair ? accountId : SERVICE_ACCOUNT
      const job = { account, cost, maxWaitMs: input.deadlineMs * limits.waitShare, signal }
      const came = performance.now()
      for (let attempt = 1; ; attempt++) {
        let isThinner = false
        const onBusy = () => {
          isThinner = true
        }
        const work = () => scan(input, { ...context, onBusy })
        const giveWay = givingWay(queue, account, input.deadlineMs * GIVEN_SHARE)
        const result = await queue
          .run(job, () => inNameOf(account, work, limits.fair && isLong(job), giveWay))
          .catch(refused)
        if (!isThinner) return result
        // What a quiet machine would have found may be found at once.
        if (attempt < MAX_ATTEMPTS && performance.now() - came < input.deadlineMs / 2) continue
        throw new ApiError('OVERLOADED', { detail: 'The scan lost an execution to others.', retryAfter: 1 })
      }
    }
  return {
    scans: {
      transaction: admit(queues.scans, COSTS.transaction, scans.transaction),
      execution: admit(queues.scans, COSTS.execution, scans.execution),
      intent: admit(queues.scans, COSTS.intent, scans.intent),
      sentTransaction: admit(queues.scans, COSTS.sentTransaction, scans.sentTransaction),
      contract: admit(queues.scans, COSTS.contract, scans.contract),
      message: admit(queues.scans, COSTS.message, scans.message),
      witnessed: admit(queues.scans, COSTS.witnessed, scans.witnessed),
      wallet: admit(queues.scans, COSTS.wallet, scans.wallet),
      url: admit(queues.visits, 1, scans.url),
      verify: admit(queues.scans, COSTS.verify, scans.verify),
      approvals: admit(queues.scans, COSTS.approvals, scans.approvals),
      permissions: admit(queues.scans, COSTS.permissions, scans.permissions),
      rescue: admit(queues.scans, COSTS.rescue, scans.rescue),
      revoke: admit(queues.scans, COSTS.revoke, scans.revoke),
      profile: admit(queues.scans, COSTS.profile, scans.profile),
    },
    letIn: limits.fair ? createTurnstile() : () => undefined,
    stats: () => ({ scans: queues.scans.stats(), visits: queues.visits.stats() }),
  }
}

/** Lets the steps of one scan give way to others. */
function givingWay(queue: AccountQueue, account: string, ofAllMs: number): GiveWay {
  let left = ofAllMs
  return () => {
    const began = performance.now()
    return queue.giveWay(account, Math.min(left, GIVEN_MS))?.then(() => {
      left -= performance.now() - began
    })
  }
}

function refused(error: unknown): never {
  if (!(error instanceof QueueOverloaded)) throw error
  const retryAfter = Math.max(1, Math.ceil(error.retryAfterMs / 1_000))
  throw new ApiError('OVERLOADED', { detail: 'Too many scans are waiting.', retryAfter }, { cause: error })
}
