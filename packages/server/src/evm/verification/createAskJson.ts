import { EgressError } from '@redoubt/egress/egressError.ts'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../../chains/index.ts'
import { ExplorerFailure } from './explorer.ts'
import { parseJson } from './parseAbi.ts'

/** Failures in a row after which a service is left alone. */
const MAX_FAILURES = 3

/** Milliseconds that it is left alone; a rate limit doubles from the first to the second. */
const REST = { failed: 60_000, refused: 600_000, busy: [1_000, 60_000] } as const

const WORDS: Record<ExplorerFailure['kind'], string> = {
  busy: 'over its rate limit',
  refused: 'refused us',
  failed: 'failed repeatedly',
}

/** One GET of a service: status and parsed JSON of whatever status. @throws ExplorerFailure */
export type AskJson = (url: URL) => Promise<{ status: number; body: unknown }>

/** What all services share: time limit, size limit, rate limits, and rest after failures. */
export type ServiceAccess = {
  askJson: AskJson
  /**
   * Runs one question of the service about one network, however many requests it takes. Rate limits count for all networks,
   * other failures for this one: plans and servers often know some networks only.
   * @throws ExplorerFailure
   */
  guard<Value>(chain: Chain, question: () => Promise<Value>): Promise<Value>
}

export type ServiceLimits = { timeoutMs: number; maxBytes: number }

/** Parsing blocks: 2 MB of JSON take up to 40 ms, and verified sources of that size are the rarest. */
const LIMITS: ServiceLimits = { timeoutMs: 1_500, maxBytes: 2 * 1024 * 1024 }

/** Access to one service. Its redirects are not followed: an API does not redirect, and the key would travel with it. */
export function createAskJson(
  service: string,
  { fetch }: Pick<OperatorFetch, 'fetch'>,
  options: { limits?: Partial<ServiceLimits>; now?: () => number } = {},
): ServiceAccess {
  const limits = { ...LIMITS, ...options.limits }
  const limited = createBreaker(service, options.now)
  const breakers = byChain(() => createBreaker(service, options.now))

  const askJson: AskJson = async (url) => {
    const request = {
      url: url.href,
      headers: { accept: 'application/json' },
      deadlineMs: limits.timeoutMs,
      maxBytes: limits.maxBytes,
    }
    const answer = await fetch(request).catch((error: unknown) => {
      const reason = error instanceof EgressError ? REASONS[error.failure] : undefined
      throw new ExplorerFailure(service, reason?.(limits) ?? 'could not be reached')
    })
    if (answer.status === 429)
      throw new ExplorerFailure(service, 'over its rate limit', 'busy', seconds(answer.headers['retry-after']))
    if (answer.status === 401 || answer.status === 403)
      throw new ExplorerFailure(service, `refused us (HTTP ${answer.status})`, 'refused')
    if (answer.status >= 500) throw new ExplorerFailure(service, `answered HTTP ${answer.status}`)
    try {
      return { status: answer.status, body: parseJson(answer.body.toString('utf8')) }
    } catch {
      throw new ExplorerFailure(service, `answered HTTP ${answer.status} without JSON`)
    }
  }

  return {
    askJson,
    async guard(chain, question) {
      const own = breakers[chain]
      limited.check()
      own.check()
      try {
        const value = await question()
        limited.succeeded()
        own.succeeded()
        return value
      } catch (error) {
        const failure =
          error instanceof ExplorerFailure ? error : new ExplorerFailure(service, 'gave a malformed answer')
        const breaker = failure.kind === 'busy' ? limited : own
        breaker.failed(failure)
        throw failure
      }
    },
  }
}

const REASONS: Partial<Record<EgressError['failure'], (limits: ServiceLimits) => string>> = {
  timeout: ({ timeoutMs }) => `no answer within ${timeoutMs} ms`,
  'too-large': ({ maxBytes }) => `answered more than ${Math.round(maxBytes / 1024)} KB`,
}

function seconds(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : null
}

/** Keeps a service that fails from being asked, so that it costs no scan its time limit. */
export type Breaker = {
  /** @throws ExplorerFailure of the last failure's kind while the service is left alone. */
  check(): void
  succeeded(): void
  failed(failure: ExplorerFailure): void
}

/** @param service for messages; `now` in milliseconds. */
export function createBreaker(service: string, now: () => number = Date.now): Breaker {
  let failures = 0
  let busyTimes = 0
  let closedUntil = 0
  let why: ExplorerFailure['kind'] = 'failed'

  const rest = (failure: ExplorerFailure): number => {
    if (failure.kind === 'refused') return REST.refused
    const [least, max] = REST.busy
    if (failure.kind === 'busy')
      return Math.min(max, Math.max(least, failure.retryAfterMs ?? least * 2 ** Math.min(busyTimes++, 10)))
    return ++failures >= MAX_FAILURES ? REST.failed : 0
  }

  return {
    check() {
      const left = closedUntil - now()
      if (left <= 0) return
      throw new ExplorerFailure(service, `${WORDS[why]}, not asked for ${Math.ceil(left / 1_000)} s`, why)
    },
    succeeded() {
      failures = 0
      busyTimes = 0
    },
    failed(failure) {
      why = failure.kind
      closedUntil = Math.max(closedUntil, now() + rest(failure))
    },
  }
}
