import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Metrics } from './metrics.ts'
import type { ApiKey, HttpPorts, Plan, Scope } from './ports.ts'
import type { SampledLog } from './sampledLog.ts'

/** The server as routes see it: bodies, queries and answers are typed by their TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Who may call a route. A key with `admin` may call all of them, but for an operator's. */
export type Access =
  | 'public'
  | {
      /** One of these is enough. */
      scopes: readonly Scope[]
      /** Of operator accounts only: what the route is about belongs to nobody else. */
      operator?: true
      /** Name of the path parameter that holds a key id: a key may always act on itself. */
      ownKey?: string
      /** What the route is called in PLAN_REQUIRED, and the plans that have it. Absent: every plan. */
      paid?: { feature: string; plans: readonly Plan[] }
    }

/** What every route is handed besides its own schema. */
export type Edge = { ports: HttpPorts; metrics: Metrics; log: SampledLog; now: () => number }

declare module 'fastify' {
  interface FastifyRequest {
    /** `performance.now()` when the request line had been read. */
    startedAt: number
    /** The key that made the request; null on public routes. Routes read it with `callerOf`. */
    caller: ApiKey | null
    /** Members of the body and the query that no schema knows. */
    ignored: string[]
  }
  interface FastifyContextConfig {
    access?: Access
    /** Set on the routes that answer 405: the `Allow` header. */
    allowed?: string
  }
}
