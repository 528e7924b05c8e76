import { EgressError } from '@redoubt/egress/egressError.ts'
import type { OperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Chain } from '@redoubt/risk/chain.ts'
import { byChain } from '../../chains/index.ts'
import { createBreaker } from './breaker.ts'
import { ExplorerFailure } from './explorerFailure.ts'
import { parseJson } from './parseJson.ts'

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
