import { Type } from 'typebox'
import { sharedScanLink } from '../../domain/dashboardLink.ts'
import type { SharedScan } from '../../domain/ports/sharedScans.ts'
import { ApiError } from '../../errors.ts'
import { shareableInput, shareableResult } from '../../usecases/scans/shareableResult.ts'
import { clientNetwork, createAddressWindows } from '../access/clientAddress.ts'
import { callerOf } from '../access/guard.ts'
import { requireOwned } from '../access/requireOwned.ts'
import { ownOrigin } from '../access/sessionCookie.ts'
import { isoTime, success } from '../answer/envelope.ts'
import { idempotent } from '../answer/idempotent.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Text } from '../schemas/common.ts'
import { ScanPath, SharedScanResult } from './scans.ts'

const HOUR_MS = 3_600_000
const DEFAULT_HOURS = 168
const MAX_HOURS = 720
/** Readers of one client address, in a minute on one node. */
const READS_PER_MINUTE = 60

const ShareBody = Type.Object(
  {
    expiresInHours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_HOURS,
        default: DEFAULT_HOURS,
        description: 'From then on the link opens nothing.',
        'x-expected': `a whole number of hours from 1 to ${MAX_HOURS}`,
      }),
    ),
  },
  { title: 'ShareRequest', examples: [{ expiresInHours: 24 }] },
)

const shown = {
  id: Type.String({ description: 'Id of the link, for revoking it.' }),
  requestId: Type.String({ description: 'The scan that it shows.' }),
  createdBy: Type.String({ description: 'Id of the member or key that made it.' }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'From then on it opens nothing.' }),
}

const CreatedShare = Type.Object(
  {
    ...shown,
    url: Type.String({ description: 'Shows the scan without signing in. Shown this once.' }),
    token: Type.String({ description: 'For `GET /v1/shared/{token}`.' }),
  },
  { title: 'CreatedShare' },
)

const ShareList = Type.Object({ shares: Type.Array(Type.Object(shown, { title: 'Share' })) })

const SharePath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the link.', expected: 'the id of a shared scan' }),
})

const TokenPath = Type.Object({
  token: Text('^[!-~]{1,128}$', { description: 'Token of the link.', expected: 'the token of a shared scan' }),
})

const RevokedShare = Type.Object({
  id: Type.String({ description: 'Id of the link.' }),
  revoked: Type.Literal(true),
})

const NOT_SHARED = 'This link shows nothing: it is over, was revoked, or its scan is no longer kept.'

/** Links to one kept scan, for people without an account. */
export function sharedScanRoutes(app: App, edge: Edge): void {
  const { sharedScans, scanRecords } = edge.ports
  const readers = createAddressWindows({ siblings: edge.siblings, topic: 'shared-scans' })

  app.post(
    '/v1/scans/:requestId/share',
    {
      config: { access: { scopes: ['scan:read'] }, audit: { action: 'scan.shared' } },
      schema: {
        tags: ['Scans'],
        operationId: 'shareScan',
        summary: 'Share a scan by a link',
        description:
          'The link shows that scan, read-only, without its key and without what only this account knows. It ends with the scan, when it is revoked, or when its time is over.',
        'x-optional-body': true,
        params: ScanPath,
        body: ShareBody,
        response: { 201: Enveloped(CreatedShare, 'The link, shown only here.') },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async (request, reply) =>
      idempotent(edge, request, reply, async () => {
        const { id: createdBy, accountId, environment } = callerOf(request)
        const { requestId } = request.params
        requireScan(await scanRecords.get(accountId, environment, requestId))
        const createdAt = edge.now()
        const expiresAt = createdAt + (request.body.expiresInHours ?? DEFAULT_HOURS) * HOUR_MS
        const wanted = { accountId, environment, requestId, createdBy, createdAt, expiresAt }
        const { share, token } = await sharedScans.create(wanted).catch((error: unknown) => {
          if (error instanceof RangeError) throw new ApiError('CONFLICT', { detail: error.message }, { cause: error })
          throw error
        })
        const body = success(request, {
          ...view(share),
          url: sharedScanLink(ownOrigin(edge.publicOrigin, request), token),
          token,
        })
        return { body, createdId: share.id, secret: true }
      }),
  )

  app.get(
    '/v1/shares',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scans'],
        operationId: 'listShares',
        summary: 'List the links to scans of the account',
        response: { 200: Enveloped(ShareList, 'Those that are not over, newest first.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      return success(request, { shares: (await sharedScans.list(accountId, environment, edge.now())).map(view) })
    },
  )

  app.delete(
    '/v1/shares/:id',
    {
      config: { access: { scopes: ['scan:read'] }, audit: { action: 'scan.share_revoked' } },
      schema: {
        tags: ['Scans'],
        operationId: 'revokeShare',
        summary: 'Revoke a link to a scan',
        params: SharePath,
        response: { 200: Enveloped(RevokedShare, 'It shows nothing any more.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const { id } = request.params
      requireOwned((await sharedScans.revoke(accountId, environment, id)) || null, 'shared scan')
      return success(request, { id, revoked: true as const })
    },
  )

  app.get(
    '/v1/shared/:token',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Scans'],
        operationId: 'getSharedScan',
        summary: 'Read a shared scan',
        description: 'Without a key. Readers are limited for each client address.',
        params: TokenPath,
        response: { 200: Enveloped(SharedScanResult, 'The scan as it was asked and answered.') },
      },
    },
    async (request) => {
      const at = edge.now()
      const until = readers.take(clientNetwork(request.ip), READS_PER_MINUTE, at)
      if (until !== null) {
        const retryAfter = Math.max(1, Math.ceil((until - at) / 1000))
        const detail = `${READS_PER_MINUTE} shared scans a minute from one client address. Try again in ${retryAfter} s.`
        throw new ApiError('RATE_LIMIT_EXCEEDED', { detail, retryAfter })
      }
      const share = await sharedScans.find(request.params.token, at)
      const record = share && (await scanRecords.get(share.accountId, share.environment, share.requestId))
      if (share === null || record === null) throw new ApiError('NOT_FOUND', { detail: NOT_SHARED })
      const result = shareableResult(JSON.parse(record.result))
      return success(request, {
        environment: share.environment,
        kind: record.kind,
        chain: record.chain,
        subject: record.subject,
        riskScore: record.riskScore,
        riskLevel: record.riskLevel,
        rulesetVersion: record.rulesetVersion,
        createdAt: isoTime(record.createdAt),
        expiresAt: isoTime(share.expiresAt),
        intelAsOf: String(result.intelAsOf),
        input: shareableInput(JSON.parse(record.input)) as never,
        result: result as never,
      })
    },
  )
}

function requireScan(record: object | null): void {
  if (record === null) throw new ApiError('NOT_FOUND', { detail: 'No scan of this account has that request id.' })
}

function view({ id, requestId, createdBy, createdAt, expiresAt }: SharedScan) {
  return { id, requestId, createdBy, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) }
}
