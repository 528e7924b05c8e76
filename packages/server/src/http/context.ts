import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { ApiKey, Scope } from '../domain/apiKey.ts'
import type { AuditAction } from '../domain/auditEntry.ts'
import type { Role } from '../domain/member.ts'
import type { Plan } from '../domain/plan.ts'
import type { RateDecision } from '../domain/ports/rates.ts'
import type { Tracer } from '../domain/ports/tracer.ts'
import type { RpcToken } from '../domain/rpc/rpcToken.ts'
import type { OpenSession } from '../domain/session.ts'
import type { Siblings } from '../lib/siblings.ts'
import type { SampledLog } from './answer/sampledLog.ts'
import type { ScanProgresses } from './answer/scanProgress.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { HttpPorts } from './ports.ts'

/** Tells Fastify what a TypeBox schema types. Types only: the validator is our own. */
interface TypeBoxTypeProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown
  serializer: this['schema'] extends TSchema ? Static<this['schema']> : unknown
}

/** The server as routes see it: bodies, queries and answers are typed by their TypeBox schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Open to keys, and to members by the scopes of their role. A key with `admin` may call all of them, but for an operator's. */
export type KeyAccess = {
  /** One of these is enough. */
  scopes: readonly Scope[]
  /** Of operator accounts only: the route is about data of the operator. */
  operator?: true
  /** Keys with origins, which pages use, may call it too. */
  pages?: true
  /** It may be called with an RPC token in the path in place of a key. */
  rpcToken?: true
  /** Pages of any origin may call it and read its answers. */
  anyOrigin?: true
  /** It may be opened with a token for `EventSource` in place of a key. */
  streamToken?: true
  /** Name of the path parameter that holds a key id: a key may always act on itself. */
  ownKey?: string
  /** What the route is called in PLAN_REQUIRED, and the plans that have it. Absent: every plan. */
  paid?: { feature: string; plans: readonly Plan[] }
  /** A session cookie does not open it: it is for programs. */
  keysOnly?: true
}

/** For members of these roles who are signed in; no key opens it. */
export type MemberAccess = { members: readonly Role[] }

/** What a route writes into the audit log, with the id in its path or its answer. `detail`: a few words, without secrets. */
export type Audited = { action: AuditAction; detail?(data: Record<string, unknown>): string }

/** Who may call a route. */
export type Access = 'public' | KeyAccess | MemberAccess
/** What every endpoint needs that is not public. */
export type RestrictedAccess = Exclude<Access, 'public'>

/** A session that made a request. `token` is its secret: it is never logged, kept or answered. */
export type SignedIn = OpenSession & { token: string }

/** What every route is handed besides its own schema. */
export type Edge = {
  ports: HttpPorts
  metrics: Metrics
  log: SampledLog
  /** Scans that a client follows while they run. */
  progress: ScanProgresses
  now: () => number
  /** Null: scans are not traced. */
  tracer: Tracer | null
  /** Other processes behind the same port. */
  siblings: Siblings
  /** Where people reach the service, such as `https://redoubt.example`; null: as each request says. */
  publicOrigin: string | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `performance.now()` when the request line had been read. */
    startedAt: number
    /** `performance.now()` when an answer began that goes on for as long as its reader likes; null of all others. */
    streamingSince: number | null
    /** Gives the request's place among those in flight back, at its end or before; null when it was not counted. */
    leaveBurst: (() => void) | null
    /** Set where the request came with a token for `EventSource`: the one origin that may use it; null: any. */
    streamOrigin: string | null | undefined
    /** The RPC token that made the request; null when a key did. */
    rpcToken: RpcToken | null
    /** The key that made the request, or what stands for a signed-in member; null on public routes. Routes read it with `callerOf`. */
    caller: ApiKey | null
    /** The session in whose name `caller` acts; null where a key does. */
    signedIn: SignedIn | null
    /** What the limits of the account said of this request; null on public routes. */
    rate: RateDecision | null
    /** Fastify's `routeOptions`. */
    route: FastifyRequest['routeOptions']
    /** Fires when the client goes away; made on demand by `disconnectSignal`. */
    gone: AbortController | null
    /** Members of the body and the query that no schema knows; none unless the request prefers lenient handling. */
    ignored: string[]
  }
  interface FastifyContextConfig {
    access?: Access
    /** A public route that changes what a browser is signed in as: pages of other origins may not call it. */
    sameOrigin?: true
    /** Entry of the audit log once it was answered without an error. */
    audit?: Audited
    /** Set on the routes that answer 405: the `Allow` header. */
    allowed?: string
    /** Of those, on paths that pages of any origin may call. */
    anyOrigin?: true
    /** Set on routes that end in `*`, which stands for an entity: its path parameters, for the document. */
    entity?: TSchema
  }
}
