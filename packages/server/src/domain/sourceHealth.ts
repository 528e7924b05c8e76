import type { Environment } from './environment.ts'
import type { SourceKind, SourceStatus } from './sourceStatus.ts'

/** Hosts of each kind and environment: registries are named by the domains that strangers scan. */
const MAX_HOSTS = 100
const MAX_FAILURE = 200
/** Share of the newest answer in the usual time. */
const NEWEST = 0.2

export type SourceHealth = {
  /** Lists a source that is configured and may never be asked. */
  expect(environment: Environment, kind: SourceKind, host: string | null): void
  /** Remembers how one question ended, which began at `startedAt`. `failure`: null for an answer. */
  ended(
    question: { environment: Environment; kind: SourceKind; host: string | null; startedAt: number },
    failure: string | null,
  ): void
  statuses(): SourceStatus[]
}

/** Counts how the sources of a process answer, by kind and host. */
export function createSourceHealth(now: () => number): SourceHealth {
  const known = new Map<string, SourceStatus>()

  function statusOf(environment: Environment, kind: SourceKind, host: string | null): SourceStatus {
    const key = `${environment} ${kind} ${host ?? ''}`
    const found = known.get(key)
    if (found !== undefined) return found
    const alike = [...known].filter(([, one]) => one.environment === environment && one.kind === kind)
    const [oldest] = alike.sort(([, one], [, other]) => lastSeen(one) - lastSeen(other))
    if (alike.length >= MAX_HOSTS && oldest !== undefined) known.delete(oldest[0])
    const status: SourceStatus = {
      environment,
      kind,
      host,
      asked: 0,
      failed: 0,
      failuresInARow: 0,
      latencyMs: null,
      lastAnswerAt: null,
      lastFailureAt: null,
      lastFailure: null,
    }
    known.set(key, status)
    return status
  }

  return {
    expect: (environment, kind, host) => void statusOf(environment, kind, host),
    ended({ environment, kind, host, startedAt }, failure) {
      const status = statusOf(environment, kind, host)
      status.asked++
      if (failure === null) {
        const took = Math.max(0, now() - startedAt)
        status.latencyMs = status.latencyMs === null ? took : status.latencyMs + NEWEST * (took - status.latencyMs)
        status.failuresInARow = 0
        status.lastAnswerAt = now()
        return
      }
      status.failed++
      status.failuresInARow++
      status.lastFailureAt = now()
      status.lastFailure = failure.slice(0, MAX_FAILURE)
    },
    statuses: () => [...known.values()].map((status) => ({ ...status })),
  }
}

function lastSeen({ lastAnswerAt, lastFailureAt }: SourceStatus): number {
  return Math.max(lastAnswerAt ?? 0, lastFailureAt ?? 0)
}
