import type { ScanRecord } from '../../domain/scanRecord.ts'
import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { csv, prefersCsv } from '../csv.ts'
import { success } from '../envelope.ts'
import { callerOf } from '../guard.ts'
import { Enveloped } from '../schemas/common.ts'
import { KeptScan, PageQuery, ScanPage, ScanPath } from '../schemas/scans.ts'

const DEFAULT_LIMIT = 25
const COLUMNS = [
  'requestId',
  'kind',
  'chain',
  'subject',
  'riskScore',
  'riskLevel',
  'rulesetVersion',
  'keyId',
  'createdAt',
] as const

/** GET /v1/scans and /v1/scans/{requestId} */
export function scanRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/scans',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scans'],
        operationId: 'listScans',
        summary: 'List the scans of the account',
        description:
          'Scans of the scan endpoints, newest first. Scores and reports are not listed: only the day’s score is kept for them. With `Accept: text/csv` the page is CSV and the `Link` header names the next page.',
        'x-csv': true,
        querystring: PageQuery,
        response: { 200: Enveloped(ScanPage, 'One page of scans.') },
      },
    },
    async (request, reply) => {
      const { accountId, environment } = callerOf(request)
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await ports.scanRecords.list({ accountId, environment, limit, cursor }).catch(refuseCursor)
      const scans = page.records.map(summary)
      reply.header('vary', 'accept')
      if (!prefersCsv(request.headers.accept)) return success(request, { scans, nextCursor: page.nextCursor })
      if (page.nextCursor !== null) {
        const next = `/v1/scans?limit=${limit}&cursor=${encodeURIComponent(page.nextCursor)}`
        reply.header('link', `<${next}>; rel="next"`)
      }
      reply.header('content-disposition', 'attachment; filename="scans.csv"').type('text/csv; charset=utf-8')
      // Sent past the typed return: the document describes the JSON.
      reply.serializer((text: unknown) => String(text)).send(csv(COLUMNS, scans) as never)
      return reply
    },
  )

  app.get(
    '/v1/scans/:requestId',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scans'],
        operationId: 'getScan',
        summary: 'Get a scan with its input and result',
        description: '`input` is the request body without unknown and ineffective members: it can be sent again.',
        params: ScanPath,
        response: { 200: Enveloped(KeptScan, 'The scan as it was asked and answered.') },
      },
    },
    async (request) => {
      const { accountId, environment } = callerOf(request)
      const record = await ports.scanRecords.get(accountId, environment, request.params.requestId)
      if (!record) throw new ApiError('NOT_FOUND', { detail: 'No scan of this account has that request id.' })
      const result = JSON.parse(record.result)
      const { intelAsOf } = result
      return success(request, { ...summary(record), intelAsOf, input: JSON.parse(record.input), result })
    },
  )
}

/** The store knows its own cursors; a RangeError says that this is not one. */
function refuseCursor(error: unknown): never {
  if (!(error instanceof RangeError)) throw error
  throw new ApiError('VALIDATION_ERROR', { detail: 'query.cursor: expected a cursor as answered' }, { cause: error })
}

function summary(record: ScanRecord) {
  const { requestId, kind, chain, subject, riskScore, riskLevel, rulesetVersion, keyId, createdAt } = record
  return {
    requestId,
    kind,
    chain,
    subject,
    riskScore,
    riskLevel,
    rulesetVersion,
    keyId,
    createdAt: new Date(createdAt).toISOString(),
  }
}
