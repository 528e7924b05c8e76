import { askingAccount, SERVICE_ACCOUNT } from '../../lib/askingAccount.ts'
import type { ChainLimits } from './chainLimits.ts'

/** `refused`: it answered with an error of its own, which strangers' input can provoke, so it is only asked later. */
export type FailureKind = 'refused' | 'quick' | 'slow'

/** How one kind of work fares at one endpoint. */
export type BackOff = {
  /** Zero while healthy, else the number of failures in a row. */
  failures(): number
  /** Unix milliseconds before which it should be left alone. */
  retryAt(): number
  failed(how: FailureKind): void
  succeeded(): void
}

/** Failures in a row, when the last one was, and until when the endpoint is left alone. Unix milliseconds. */
type Row = { failures: number; failedAt: number; retryAt: number }

/** Accounts that failed lately; more than these share one row. */
const MAX_ACCOUNTS = 1_000

/**
 * Leaves alone what fails: for longer each time, at most `maxBackOffMs`. What one account asks for may be what makes an endpoint fail, so an
 * account alone leaves it alone for itself only; the failures of a second one at the same time, or of the service, count for all.
 */
export function createBackOff(limits: Pick<ChainLimits, 'backOffMs' | 'maxBackOffMs'>): BackOff {
  const shared: Row = { failures: 0, failedAt: 0, retryAt: 0 }
  const own = new Map<string, Row>()
  const rowOf = (account: string): Row => own.get(account) ?? { failures: 0, failedAt: 0, retryAt: 0 }

  /** An account that failed, and has not asked since, tells nothing of what others meet today. */
  function forgetOld(): void {
    const since = Date.now() - limits.maxBackOffMs
    for (const [account, { failedAt, retryAt }] of own) if (Math.max(failedAt, retryAt) < since) own.delete(account)
  }

  function add(row: Row, how: FailureKind): void {
    // The requests of one lost batch all report it, and a request begun before the back-off tells nothing new.
    if (Date.now() < row.retryAt) return
    row.failedAt = Date.now()
    if (how === 'refused') row.failures = Math.max(row.failures, 1)
    else row.failures += how === 'slow' ? 2 : 1
    // One quick failure may be a dropped keep-alive connection: back off from the second on.
    if (how === 'refused' || row.failures < 2) return
    const delay = Math.min(limits.maxBackOffMs, limits.backOffMs * 2 ** (row.failures - 2))
    row.retryAt = Date.now() + delay * (0.5 + Math.random() / 2)
  }

  return {
    failures: () => Math.max(shared.failures, rowOf(askingAccount()).failures),
    retryAt: () => Math.max(shared.retryAt, rowOf(askingAccount()).retryAt),
    failed(how) {
      forgetOld()
      const account = askingAccount()
      const isKnown = own.has(account) || own.size < MAX_ACCOUNTS
      const row = rowOf(account)
      if (isKnown) own.set(account, row)
      add(row, how)
      if (own.size > 1 || account === SERVICE_ACCOUNT) add(shared, how)
    },
    succeeded() {
      own.delete(askingAccount())
      shared.failures = 0
      shared.retryAt = 0
    },
  }
}
