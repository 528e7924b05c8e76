import { randomFillSync } from 'node:crypto'
import { type IncomingMessage, METHODS } from 'node:http'
import type { Writable } from 'node:stream'
import compress from '@fastify/compress'
import swagger from '@fastify/swagger'
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Counter, Gauge } from 'prom-client'
import { v7 } from 'uuid'
import type { Tracer } from '../domain/ports/tracer.ts'
import { ApiError } from '../errors.ts'
import { NO_SIBLINGS, type Siblings } from '../lib/siblings.ts'
import { createAuditHook } from './access/audit.ts'
import { stripApiKey } from './access/credentials.ts'
import { createGuard } from './access/guard.ts'
import {
  BODY_LIMIT,
  COMPRESSED_FROM,
  CONNECTION_TIMEOUT,
  HEADERS_TIMEOUT,
  HEARTBEAT,
  PARAMETER_LIMIT,
  REQUEST_TIMEOUT,
  SLOW_SECONDS,
} from './access/planLimits.ts'
import { collectMethods, createErrorHandler, handleClientError, refuseConnect } from './answer/handleError.ts'
import { createSampledLog } from './answer/sampledLog.ts'
import { createScanProgresses } from './answer/scanProgress.ts'
import { ServiceResponse } from './answer/serviceResponse.ts'
import type { App, Edge } from './context.ts'
import { endConnectionsOnClose } from './endConnections.ts'
import { measureAdmission } from './metrics/admissionMetrics.ts'
import { measureEndpoints } from './metrics/endpointMetrics.ts'
import { measureEngines } from './metrics/engineMetrics.ts'
import { measureIntel } from './metrics/intelMetrics.ts'
import { createMetrics, type Metrics, scrapeOf } from './metrics/metrics.ts'
import type { Scrape } from './metrics/metricsServer.ts'
import { measureSources } from './metrics/sourceMetrics.ts'
import { measureWatching } from './metrics/watchMetrics.ts'
import { measureWebhooks } from './metrics/webhookMetrics.ts'
import { openApiOptions } from './openapi/openapi.ts'
import { parseJsonBody } from './parse/parseJsonBody.ts'
import { refuseUnknownMembers } from './parse/refuseUnknownMembers.ts'
import { validatorCompiler } from './parse/validate.ts'
import type { HttpPorts } from './ports.ts'
import { auditRoutes } from './routes/audit.ts'
import { contractRoutes } from './routes/contract.ts'
import { dashboardRoutes } from './routes/dashboard.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { eventStreamRoutes } from './routes/eventStream.ts'
import { eventRoutes } from './routes/events.ts'
import { feedbackRoutes } from './routes/feedback.ts'
import { guardedRpcRoutes } from './routes/guardedRpc.ts'
import { heldTransactionRoutes } from './routes/heldTransactions.ts'
import { intelRoutes } from './routes/intel.ts'
import { intelOverrideRoutes } from './routes/intelOverrides.ts'
import { intentRoutes } from './routes/intent.ts'
import { keyRoutes } from './routes/keys.ts'
import { memberRoutes } from './routes/members.ts'
import { messageRoutes } from './routes/message.ts'
import { monitorRoutes } from './routes/monitors.ts'
import { networkRoutes } from './routes/networks.ts'
import { metricsRoute, operationRoutes } from './routes/operations.ts'
import { ownAccessRoutes } from './routes/ownAccess.ts'
import { policyRoutes } from './routes/policies.ts'
import { rescueRoutes } from './routes/rescue.ts'
import { revokeRoutes } from './routes/revoke.ts'
import { riskRoutes, riskScoresRoutes } from './routes/risk.ts'
import { rpcTokenRoutes } from './routes/rpcTokens.ts'
import { sandboxRoutes } from './routes/sandbox.ts'
import { scanRoutes } from './routes/scans.ts'
import { sessionRoutes } from './routes/session.ts'
import { sharedScanRoutes } from './routes/sharedScans.ts'
import { sourceRoutes } from './routes/sources.ts'
import { streamTokenRoutes } from './routes/streamToken.ts'
import { sentTransactionRoutes, transactionRoutes } from './routes/transaction.ts'
import { urlRoutes } from './routes/url.ts'
import { usageRoutes } from './routes/usage.ts'
import { verdictRoutes } from './routes/verdicts.ts'
import { walletApprovalRoutes, walletPermissionRoutes, walletProfileRoutes, walletRoutes } from './routes/wallet.ts'
import { webhookDeliveryRoutes } from './routes/webhookDeliveries.ts'
import { webhookRoutes } from './routes/webhooks.ts'

const HOUR_MS = 3_600_000

const ACCEPTED = /^[A-Za-z0-9._:-]{1,128}$/

/** Bytes of randomness that one id takes. */
const RANDOM = 16

/** Drawn for 256 ids at a time: drawing costs more than all else that an id takes. */
const pool = Buffer.alloc(256 * RANDOM)

let used = pool.length

/** Of one of several processes: a request may be on its way on a connection that it keeps open, in milliseconds. */
const GRACE_MS = 500

const BODY_METHODS = ['POST', 'PUT', 'PATCH']
/** Client closed the request: no standard status says so (this one is nginx's); only metrics show it. */
const CLIENT_GONE = 499

export type ServerOptions = {
  logLevel: string
  /** Where log lines go; default standard output. */
  logStream?: Writable
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed; default none. */
  trustedProxies?: readonly string[]
  /** Where people reach the service, such as `https://redoubt.example`; default: as each request says. */
  publicOrigin?: string | null
  /** Unix milliseconds; default `Date.now`. */
  now?: () => number
  /** Default: new ones. */
  metrics?: Metrics
  /** What `/metrics` answers; default: `metrics`. Null: it is answered on another port. */
  scrape?: Scrape | null
  /** Only `/healthz`, `/readyz` and `/metrics` are answered. */
  operationsOnly?: boolean
  /** Default: scans are not traced. */
  tracer?: Tracer | null
  /** Other processes behind the same port; default none. */
  siblings?: Siblings
  /** Of the built dashboard; default: the package's own. */
  dashboardFolder?: string
  /** Longest silence of a stream of events, in milliseconds. */
  heartbeatMs?: number
}

/**
 * The HTTP edge. Not listening yet: `await server.listen({ port, host })`, and `await server.close()` drains.
 * @example const server = createServer(ports, { logLevel: 'info' })
 */
export function createServer(ports: HttpPorts, options: ServerOptions): App {
  const { now = Date.now } = options
  const metrics = options.metrics ?? createMetrics()
  const app = createFastify(options, metrics)
  const { publicOrigin = null, siblings = NO_SIBLINGS } = options
  const edge: Edge = {
    ports,
    metrics,
    now,
    log: createSampledLog(app.log, now),
    progress: createScanProgresses(now, siblings),
    siblings,
    tracer: options.tracer ?? null,
    publicOrigin,
  }
  measureIntel(edge)
  measureWebhooks(edge)
  measureWatching(edge)
  measureEvents(edge)
  measureEngines(edge)
  measureEndpoints(edge)
  measureAdmission(edge)
  measureSources(edge)

  // Answers are written by JSON.stringify: a compiled serialiser silently drops what a schema forgot to declare, and
  // evidence is open by design. That schemas and answers agree is checked by tests instead.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  app.setValidatorCompiler(validatorCompiler)
  app.setErrorHandler(createErrorHandler(edge))
  // The guard answers 404 itself; hooks run for unknown paths only when a handler is set.
  app.setNotFoundHandler(() => Promise.reject(new Error('unreachable')))
  readBodies(app)
  endConnectionsOnClose(app, options.siblings ? GRACE_MS : 0)
  observe(app, edge)
  app.addHook('onRequest', createGuard(edge))
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some((method) => BODY_METHODS.includes(method))) route.preParsing = refuseCompressed
  })
  // Before the schemas: of a misspelt member more is to be said than that the right one is missing.
  app.addHook('preValidation', refuseUnknownMembers)
  app.addHook('onRoute', (route) => {
    if (route.config?.audit !== undefined) route.preSerialization = createAuditHook(edge)
  })

  // Streams of events are written past it. Bodies that come compressed are refused.
  app.register(compress, { encodings: ['br', 'gzip'], threshold: COMPRESSED_FROM, globalDecompression: false })
  app.register(swagger, openApiOptions())
  app.register(async (routes: App) => {
    const refuseOtherMethods = collectMethods(routes)
    const operations = () => {
      operationRoutes(routes, edge)
      metricsRoute(routes, options.scrape === undefined ? scrapeOf(metrics) : options.scrape)
    }
    if (options.operationsOnly) {
      operations()
      return refuseOtherMethods()
    }
    transactionRoutes(routes, edge)
    sentTransactionRoutes(routes, edge)
    intentRoutes(routes, edge)
    contractRoutes(routes, edge)
    messageRoutes(routes, edge)
    urlRoutes(routes, edge)
    walletRoutes(routes, edge)
    walletApprovalRoutes(routes, edge)
    walletPermissionRoutes(routes, edge)
    rescueRoutes(routes, edge)
    verdictRoutes(routes, edge)
    walletProfileRoutes(routes, edge)
    revokeRoutes(routes, edge)
    riskRoutes(routes, edge)
    riskScoresRoutes(routes, edge)
    feedbackRoutes(routes, edge)
    webhookRoutes(routes, edge)
    webhookDeliveryRoutes(routes, edge)
    monitorRoutes(routes, edge)
    policyRoutes(routes, edge)
    eventRoutes(routes, edge)
    eventStreamRoutes(routes, edge, { heartbeatMs: options.heartbeatMs ?? HEARTBEAT })
    streamTokenRoutes(routes, edge)
    scanRoutes(routes, edge)
    intelRoutes(routes, edge)
    intelOverrideRoutes(routes, edge)
    keyRoutes(routes, edge)
    rpcTokenRoutes(routes, edge)
    heldTransactionRoutes(routes, edge)
    guardedRpcRoutes(routes, edge)
    sessionRoutes(routes, edge)
    ownAccessRoutes(routes, edge)
    memberRoutes(routes, edge)
    auditRoutes(routes, edge)
    sharedScanRoutes(routes, edge)
    usageRoutes(routes, edge)
    networkRoutes(routes, edge)
    sourceRoutes(routes, edge)
    sandboxRoutes(routes, edge)
    operations()
    documentationRoutes(routes)
    dashboardRoutes(routes, options.dashboardFolder)
    refuseOtherMethods()
  })
  return app
}

function createFastify({ logLevel, logStream, trustedProxies = [] }: ServerOptions, metrics: Edge['metrics']): App {
  const app: App = fastify({
    logger: {
      level: logLevel,
      ...(logStream && { stream: logStream }),
      // The default would write the URL, which holds what people scan.
      serializers: { req: ({ method, id }) => ({ method, id }) },
    },
    // Both compilers are set below. Fastify loads its own, a sixth of the modules of the HTTP edge, unless told here that there are others.
    schemaController: { compilersFactory: { buildValidator: neverBuilt, buildSerializer: neverBuilt } },
    logController: new LogController({ disableRequestLogging: true }),
    // Nothing logs by request: a child each costs more than it tells.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    rewriteUrl: stripApiKey,
    routerOptions: { maxParamLength: PARAMETER_LIMIT },
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    connectionTimeout: CONNECTION_TIMEOUT,
    http: { headersTimeout: HEADERS_TIMEOUT, requireHostHeader: false, ServerResponse: ServiceResponse },
    // Requests on open connections are still answered while the server drains; the default's 503 has no envelope.
    return503OnClosing: false,
    clientErrorHandler: handleClientError,
    frameworkErrors: (error, request, reply) => {
      createErrorHandler({ metrics, log: (level, details, message) => app.log[level](details, message) })(
        error,
        request as FastifyRequest,
        reply as FastifyReply,
      )
    },
  })
  app.server.on('connect', refuseConnect)
  // Expectations other than 100-continue are ignored, as RFC 9110 allows; Node's own 417 has no envelope.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') app.addHttpMethod(method)
  }
  return app
}

function neverBuilt(): never {
  throw new Error('unreachable')
}

/** Only JSON is read. Bodies of methods that take none are dropped unread. */
function readBodies(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const leftOut = body.length === 0 && 'x-optional-body' in (request.routeOptions.schema ?? {})
    return BODY_METHODS.includes(request.method) && !leftOut ? parseJsonBody(body) : undefined
  })
  app.addContentTypeParser('*', async (request: FastifyRequest) => {
    if (BODY_METHODS.includes(request.method)) throw new ApiError('UNSUPPORTED_MEDIA_TYPE')
  })
}

function refuseCompressed(
  request: FastifyRequest,
  _reply: FastifyReply,
  _payload: unknown,
  done: (error?: Error) => void,
): void {
  const coding = request.headers['content-encoding']
  const refused = coding !== undefined && coding !== 'identity' && BODY_METHODS.includes(request.method)
  done(refused ? new ApiError('UNSUPPORTED_MEDIA_TYPE') : undefined)
}

function observe(app: App, { metrics, log }: Edge): void {
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('streamingSince', null)
  app.decorateRequest('leaveBurst', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('rpcToken', null)
  app.decorateRequest('signedIn', null)
  app.decorateRequest('rate', null)
  app.decorateRequest('streamOrigin', undefined)
  app.decorateRequest('gone', null)
  app.decorateRequest('route')
  // Arrays must not be shared between requests: set below.
  app.decorateRequest('ignored')
  // With callbacks, as all hooks that wait for nothing: a promise each costs more than what they do.
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    request.ignored = []
    // Fastify makes these anew each time it is asked.
    request.route = request.routeOptions
    ;(reply.raw as ServiceResponse).carried.push('x-request-id', request.id)
    metrics.began()
    // The one listener of a request: 'close' follows a finished answer as well as a connection that broke.
    reply.raw.on('close', () => {
      const seconds = ((request.streamingSince ?? performance.now()) - request.startedAt) / 1000
      const route = request.route.url ?? '(unmatched)'
      const status = reply.raw.writableFinished ? reply.statusCode : CLIENT_GONE
      metrics.answered({ method: request.method, route, status, seconds })
      request.leaveBurst?.()
      if (!reply.raw.writableEnded) request.gone?.abort(new Error('The client went away'))
      if (seconds > SLOW_SECONDS) log('warn', { requestId: request.id, route, status, seconds }, 'slow request')
    })
    done()
  })
}

/** The client's `X-Request-ID` when it is well formed, else a new UUIDv7 (RFC 9562). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && ACCEPTED.test(given) ? given : v7({ random: nextRandom() })
}

function nextRandom(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += RANDOM
  return pool.subarray(used - RANDOM, used)
}

/** Events and scores made again, read when they are scraped. */
function measureEvents({ ports, metrics, log, now }: Edge): void {
  const registers = [metrics.registry]
  new Gauge({
    name: 'redoubt_events_last_hour',
    help: 'Events of the last hour by type, of all accounts and nodes.',
    labelNames: ['type'],
    registers,
    async collect() {
      this.reset()
      try {
        for (const { type, count } of await ports.events.count(now() - HOUR_MS, now() + 1)) this.set({ type }, count)
      } catch (error) {
        log('warn', { err: error }, 'events cannot be counted')
      }
    },
  })
  new Counter({
    name: 'redoubt_rescores_total',
    help: 'Watched entities that this process scored again, and that it could not.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(ports.rescored())) this.inc({ outcome }, count)
    },
  })
}
