import type { Egress } from '@redoubt/egress/createEgress.ts'
import { EgressError } from '@redoubt/egress/egressError.ts'
import type { Guarded } from '@redoubt/egress/guarded.ts'
import type { Environment } from '../domain/environment.ts'
import type { SourceHealth } from '../domain/sourceHealth.ts'
import type { SourceKind } from '../domain/sourceStatus.ts'

/** Statuses by which a service says that it did not answer: our key, our rate, or itself. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

type OperatorHttp = Pick<Egress['operator'], 'fetch'>
type Observed = Pick<Guarded, 'fetch' | 'lookUp' | 'inspectTls' | 'whois'>

/** The clients of one environment, each question counted in `health`. Part of the composition root. */
export function observeEgress(health: SourceHealth, environment: Environment) {
  async function observed<Answer>(
    { kind, host }: { kind: SourceKind; host: string | null },
    ask: () => Promise<Answer>,
    failureOf: (answer: Answer) => string | null = () => null,
  ): Promise<Answer> {
    const question = { environment, kind, host, startedAt: Date.now() }
    try {
      const answer = await ask()
      health.ended(question, failureOf(answer))
      return answer
    } catch (error) {
      // Neither says anything of the source: our own rule stopped the question, or the scan gave up.
      const unasked = error instanceof EgressError && (error.failure === 'blocked' || error.failure === 'aborted')
      const gaveUp = error instanceof Error && error.name === 'AbortError'
      if (!unasked && !gaveUp) health.ended(question, error instanceof Error ? error.message : 'failed')
      throw error
    }
  }

  return {
    observed,
    /** @param configured addresses that are listed before they are asked. */
    operator<Http extends OperatorHttp>(
      http: Http,
      kind: SourceKind,
      configured: readonly (string | null)[] = [],
    ): Http {
      for (const url of configured) if (url !== null) health.expect(environment, kind, hostOf(url))
      return {
        ...http,
        fetch: (request) => observed({ kind, host: hostOf(request.url) }, () => http.fetch(request), refusalOf),
      }
    },
    /** For sites: names, certificates and pages, without their hosts. */
    sites<Client extends Observed>(guarded: Client): Client {
      for (const kind of ['dns', 'certificates', 'pages'] as const) health.expect(environment, kind, null)
      return {
        ...guarded,
        fetch: (request) => observed({ kind: 'pages', host: null }, () => guarded.fetch(request)),
        lookUp: (request) => observed({ kind: 'dns', host: null }, () => guarded.lookUp(request)),
        inspectTls: (request) => observed({ kind: 'certificates', host: null }, () => guarded.inspectTls(request)),
      }
    },
    /** For registries, by host. */
    registries<Client extends Pick<Observed, 'fetch' | 'whois'>>(guarded: Client): Client {
      const at = (host: string) => ({ kind: 'registration' as const, host })
      return {
        ...guarded,
        fetch: (request) => observed(at(hostOf(request.url)), () => guarded.fetch(request), refusalOf),
        whois: (request) => observed(at(request.server), () => guarded.whois(request)),
      }
    },
  }
}

export type ObservedEgress = ReturnType<typeof observeEgress>

function refusalOf({ status }: { status: number }): string | null {
  return status >= 500 || REFUSALS.has(status) ? `answered HTTP ${status}` : null
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
