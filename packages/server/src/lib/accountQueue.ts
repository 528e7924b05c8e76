/** What a job asks of the queue. */
export type QueuedJob = {
  /** Whose turn it takes. */
  account: string
  /** Expected work, in units of the shortest kind of job. Above one unit it is long. */
  cost: number
  /** Milliseconds that it may wait; one that is expected to wait longer is refused at once. */
  maxWaitMs: number
  signal?: AbortSignal
}

/** As of now: `atWork`, `waiting`. Since the start: jobs begun, jobs refused, and what those begun waited in all. */
export type QueueStats = { atWork: number; waiting: number; begun: number; refused: number; waitedMs: number }

export type AccountQueue = {
  /** @throws QueueOverloaded, the signal's reason, or what the work throws. */
  run<Value>(job: QueuedJob, work: () => Promise<Value>): Promise<Value>
  /** Jobs of an account that wait. */
  waitingOf(account: string): number
  /**
   * For the next step of a job at work: resolves when a job that goes first has ended, or after so many milliseconds. Undefined: the step need
   * not wait. First goes the short job of an account that asks for one at a time: while the step's account has more jobs waiting and no
   * other account has any, and, where any job waits, while that account had asked for nothing for a second and the step's account had.
   */
  giveWay(account: string, maxMs: number): Promise<void> | undefined
  stats(): QueueStats
}

/** A job would wait longer than it may. `retryAfterMs`: until the queue is expected to be short enough. */
export class QueueOverloaded extends Error {
  readonly retryAfterMs: number
  constructor(retryAfterMs: number) {
    // Thrown for each request of a flood: where it comes from is known, and traces cost more than the rest.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super('too many jobs are waiting')
    Error.stackTraceLimit = stackTraceLimit
    this.name = 'QueueOverloaded'
    this.retryAfterMs = retryAfterMs
  }
}

type Waiting = { cost: number; begin(): void }
/** `turn`: start of its next turn, in units of cost that every account had before. */
type Account = {
  name: string
  turn: number
  atWork: number
  longAtWork: number
  waiting: Waiting[]
  /** It had asked for nothing for a while when it came, and has asked once since. */
  isRare: boolean
}

/** Waiting jobs of an account from which its work gives way to accounts that have none waiting. */
const MANY_WAITING = 2
/** Milliseconds for which an account counts as there after it asked for something, or its last job ended. */
const BESIDE_MS = 1_000
/** Milliseconds after which free places are looked for again: their number may have grown. */
const LOOK_MS = 20
/** A job that was let in waits for at most so many times what it may: estimates are no promises. */
const PATIENCE = 2
/** Units of cost that an account has ahead of the others when it comes: those that wait already have turns in the same round. */
const CREDIT = 1
/** How much of the speed seen so far a job that ends leaves. */
const MEMORY = 0.95
/** Of a queue that has seen none yet: units of cost, and milliseconds of each. */
const EXPECTED = { cost: 10, msEach: 10 }

/**
 * Lets some jobs work at once, in turns by account (start-time fair queuing): a turn costs an account what its job costs, so that an account
 * that asked for little is next, however much the others have waiting. Of one account short jobs go before long ones, and long ones
 * have half of the places, and half of the spare ones where the account has nothing at work; while other accounts are there an account
 * has one long job at work. An account never has more at work than there are places free, so that one alone leaves half of them to the next.
 * @param places jobs that may work at once, now; `isWaiting`: others wait for a place.
 * @param spare accounts that may have one job at work even where others took all places while there were more.
 * @param beside jobs of an account that may work at once while other accounts are there, at most.
 */
export function createAccountQueue({
  places,
  spare = 0,
  beside = Number.POSITIVE_INFINITY,
  now = () => performance.now(),
}: {
  places(isWaiting: boolean): number
  spare?: number
  beside?: number
  /** Milliseconds. */
  now?: () => number
}): AccountQueue {
  const accounts = new Map<string, Account>()
  let turn = 0
  let longAtWork = 0
  /** When accounts were last here. */
  const seen = new Map<string, number>()
  let looking: NodeJS.Timeout | null = null
  const stats: QueueStats = { atWork: 0, waiting: 0, begun: 0, refused: 0, waitedMs: 0 }
  const speed = { ms: EXPECTED.cost * EXPECTED.msEach, cost: EXPECTED.cost, since: now() }

  function accountOf(name: string): Account {
    const blank = { name, turn: turn - CREDIT, atWork: 0, longAtWork: 0, waiting: [], isRare: false }
    const known = accounts.get(name) ?? blank
    accounts.set(name, known)
    const isIdle = known.atWork === 0 && known.waiting.length === 0
    known.isRare = isIdle && (seen.get(name) ?? Number.NEGATIVE_INFINITY) < now() - BESIDE_MS
    seen.set(name, now())
    return known
  }

  /** An account that has nothing here is forgotten once its turn would have come again. */
  function forgetIdle(): void {
    for (const { name, atWork, waiting, turn: own } of accounts.values())
      if (atWork === 0 && waiting.length === 0 && (own <= turn - CREDIT || stats.atWork === 0)) accounts.delete(name)
  }

  function isAlone({ name }: Account): boolean {
    const since = now() - BESIDE_MS
    for (const [other, at] of seen) {
      const { atWork = 0, waiting = [] } = accounts.get(other) ?? {}
      if (atWork === 0 && waiting.length === 0 && at < since) seen.delete(other)
      else if (other !== name) return false
    }
    return true
  }

  function accountsAtWork(): number {
    let count = 0
    for (const { atWork } of accounts.values()) if (atWork > 0) count++
    return count
  }

  /** Steps that have given way. */
  const yielding = new Map<() => void, string>()

  function mustGiveWay(name: string): boolean {
    const { waiting = [], isRare = false } = accounts.get(name) ?? {}
    // A step that stands still keeps its place. Where others wait for one, only an account that comes seldom is worth it.
    const forAny = waiting.length >= MANY_WAITING && stats.waiting === waiting.length
    const forRare = stats.waiting > 0 && !isRare
    for (const other of accounts.values())
      if (other.name !== name && isModestAtWork(other) && (forAny || (forRare && other.isRare))) return true
    return false
  }

  function giveWay(name: string, maxMs: number): Promise<void> | undefined {
    if (maxMs <= 0 || !mustGiveWay(name)) return undefined
    return new Promise((resolve) => {
      const goOn = () => {
        yielding.delete(goOn)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(goOn, maxMs)
      yielding.set(goOn, name)
    })
  }

  function next(): Candidate | null {
    const all = places(stats.waiting > 0)
    const free = all - stats.atWork
    // Spare ones count for who has nothing at work: one account's long jobs must not keep out those of all others.
    const longAllowed = ({ atWork }: Account) =>
      longAtWork < Math.max(1, Math.floor((atWork === 0 ? all + spare : all) / 2))
    const isEnough = (account: Account, job: Waiting) =>
      (account.atWork >= beside || (isLong(job) && account.longAtWork > 0)) && !isAlone(account)
    let found: Candidate | null = null
    for (const account of accounts.values()) {
      const [job] = account.waiting
      const hasPlace = account.atWork < free || (account.atWork === 0 && accountsAtWork() < spare)
      if (job === undefined || !hasPlace || (isLong(job) && !longAllowed(account))) continue
      if (isEnough(account, job)) continue
      if (found === null || isBefore({ account, job }, found)) found = { account, job }
    }
    return found
  }

  function fill(): void {
    for (let found = next(); found !== null; found = next()) {
      const { account, job } = found
      account.waiting.shift()
      stats.waiting--
      turn = Math.max(turn, account.turn)
      account.turn += job.cost
      account.atWork++
      stats.atWork++
      if (isLong(job)) {
        longAtWork++
        account.longAtWork++
      }
      job.begin()
    }
    if (stats.waiting === 0 || looking !== null) return
    looking = setTimeout(() => {
      looking = null
      fill()
    }, LOOK_MS).unref()
  }

  function end(account: Account, job: Waiting): void {
    account.atWork--
    stats.atWork--
    if (isLong(job)) {
      longAtWork--
      account.longAtWork--
    }
    const at = now()
    seen.set(account.name, at)
    // An idle queue tells nothing of how quickly jobs end.
    if (stats.waiting > 0) {
      speed.ms = speed.ms * MEMORY + (at - speed.since)
      speed.cost = speed.cost * MEMORY + job.cost
    }
    speed.since = at
    fill()
    forgetIdle()
    for (const [goOn, name] of yielding) if (!mustGiveWay(name)) goOn()
  }

  /** Milliseconds that all jobs will take that begin before a job of the account that comes now. */
  function expectedWait(account: Account, cost: number): number {
    const own = account.waiting.reduce((sum, one) => (one.cost <= cost ? sum + one.cost : sum), 0)
    const ownTurn = account.turn + own
    let ahead = own
    for (const other of accounts.values()) {
      let theirs = other.turn
      for (const { cost } of other === account ? [] : other.waiting) {
        if (theirs > ownTurn) break
        theirs += cost
        ahead += cost
      }
    }
    // While nothing ends, each moment makes the queue slower.
    const standing = stats.waiting > 0 ? now() - speed.since : 0
    return ((ahead + 1) * (speed.ms + standing)) / (speed.cost + 1)
  }

  async function run<Value>(
    { account: name, cost, maxWaitMs, signal }: QueuedJob,
    work: () => Promise<Value>,
  ): Promise<Value> {
    signal?.throwIfAborted()
    const account = accountOf(name)
    if (account.waiting.length === 0) account.turn = Math.max(account.turn, turn - CREDIT)
    const expected = Number.isFinite(maxWaitMs) ? expectedWait(account, cost) : 0
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const job: Waiting = { cost, begin: resolve }
    const at = account.waiting.findLastIndex((one) => one.cost <= cost)
    account.waiting.splice(at + 1, 0, job)
    stats.waiting++
    const came = now()
    if (stats.waiting === 1) speed.since = came
    const leave = (reason: unknown) => {
      const place = account.waiting.indexOf(job)
      if (place < 0) return
      account.waiting.splice(place, 1)
      stats.waiting--
      reject(reason)
    }
    const refuse = (retryAfterMs: number) => {
      stats.refused++
      leave(new QueueOverloaded(retryAfterMs))
    }
    fill()
    const isWaiting = account.waiting.includes(job)
    if (isWaiting) for (const [goOn, other] of yielding) if (!mustGiveWay(other)) goOn()
    if (isWaiting && expected > maxWaitMs) refuse(expected)
    const onAbort = () => leave(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    const isBounded = isWaiting && Number.isFinite(maxWaitMs)
    const patience = isBounded ? setTimeout(() => refuse(expectedWait(account, cost)), maxWaitMs * PATIENCE) : null
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', onAbort)
      if (patience !== null) clearTimeout(patience)
      forgetIdle()
    }
    stats.begun++
    stats.waitedMs += now() - came
    try {
      return await work()
    } finally {
      end(account, job)
    }
  }

  return {
    run,
    waitingOf: (account) => accounts.get(account)?.waiting.length ?? 0,
    giveWay,
    stats: () => ({ ...stats }),
  }
}

type Candidate = { account: Account; job: Waiting }

/** The earlier turn first, then the shorter job, then the account that has less waiting. */
function isBefore(one: Candidate, other: Candidate): boolean {
  const rank =
    one.account.turn - other.account.turn ||
    one.job.cost - other.job.cost ||
    one.account.waiting.length - other.account.waiting.length
  return rank < 0
}

/** Whether it is more than the shortest kind of job. */
export function isLong({ cost }: Pick<QueuedJob, 'cost'>): boolean {
  return cost > 1
}

/** Whether the account asks for one short job at a time, and has that at work. */
function isModestAtWork({ atWork, longAtWork, waiting }: Account): boolean {
  return atWork === 1 && longAtWork === 0 && waiting.length === 0
}
