import type { RiskLevel } from '@redoubt/risk/engine/riskLevel.ts'
import { Type } from 'typebox'
import type { ScanRecord } from '../../domain/scanRecord.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { success } from '../answer/envelope.ts'
import type { FactState, ScanStatus } from '../answer/scanProgress.ts'
import { scanContext } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Nullable, OneOf, RiskScore, Text } from '../schemas/common.ts'
import { ContractBody } from '../schemas/contractBody.ts'
import { ContractResultSchema } from '../schemas/contractResult.ts'
import { MessageBody } from '../schemas/messageBody.ts'
import { MessageResultSchema } from '../schemas/messageResult.ts'
import { TransactionBody } from '../schemas/transactionBody.ts'
import { TransactionResultSchema } from '../schemas/transactionResult.ts'
import { UrlBody } from '../schemas/urlBody.ts'
import { UrlResultSchema } from '../schemas/urlResult.ts'
import { WalletScanQuery, WalletScanSchema } from '../schemas/wallet.ts'
import { SentTransactionQuery, SentTransactionResultSchema } from './transaction.ts'

const kept = {
  requestId: Type.String({
    description: "The scan's id: `meta.scanId` of its answer where present, else `meta.requestId`.",
  }),
  kind: OneOf<ScanRecord['kind']>(['url', 'contract', 'wallet', 'transaction', 'message']),
  chain: Type.String(),
  subject: Type.String({
    description: 'The scanned entity; for a transaction its recipient, or its sender when it creates a contract.',
  }),
  riskScore: RiskScore,
  riskLevel: Type.Unsafe<RiskLevel | string>({ type: 'string' }),
  rulesetVersion: Type.String(),
  keyId: Type.String({ description: 'Key that requested the scan.' }),
  createdAt: Type.String({ format: 'date-time' }),
}

const ScanPage = Type.Object({
  scans: Type.Array(Type.Object(kept, { title: 'ScanSummary' })),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})

/** The document says each request once: the same schema, without the example that belongs to sending it. */
const Asked = Type.Union([
  Type.Object(TransactionBody.properties, { title: 'TransactionScanRequest' }),
  Type.Object(ContractBody.properties, { title: 'ContractScanRequest' }),
  Type.Object(UrlBody.properties, { title: 'UrlScanRequest' }),
  Type.Object(MessageBody.properties, { title: 'MessageScanRequest' }),
  Type.Object(
    {
      address: Type.String({ description: 'The wallet, as it was spelled.' }),
      ...WalletScanQuery.properties,
    },
    { title: 'WalletScanInput' },
  ),
  Type.Object(
    {
      hash: Type.String({ description: 'The transaction that was sent.' }),
      ...SentTransactionQuery.properties,
    },
    { title: 'SentTransactionScanInput' },
  ),
])

const Answered = Type.Union([
  TransactionResultSchema,
  ContractResultSchema,
  UrlResultSchema,
  MessageResultSchema,
  WalletScanSchema,
  SentTransactionResultSchema,
])

const StoredScan = Type.Object(
  {
    ...kept,
    intelAsOf: Type.String({ description: 'Date of the oldest list the result relied on.' }),
    input: Asked,
    result: Answered,
  },
  { title: 'StoredScan' },
)

export const ScanPath = Type.Object({
  requestId: Text('^[A-Za-z0-9._:-]{1,128}$', {
    description: '`meta.scanId` of the scan where there is one, else `meta.requestId`.',
    expected: '1 to 128 of A-Z a-z 0-9 . _ : -',
  }),
})

/** A scan as strangers may read it. */
export const SharedScanResult = Type.Object(
  {
    environment: OneOf(['live', 'test'], { description: 'Live networks, or those of the sandbox.' }),
    kind: kept.kind,
    chain: kept.chain,
    subject: kept.subject,
    riskScore: kept.riskScore,
    riskLevel: kept.riskLevel,
    rulesetVersion: kept.rulesetVersion,
    createdAt: kept.createdAt,
    expiresAt: Type.String({ format: 'date-time', description: 'From then on the link opens nothing.' }),
    intelAsOf: Type.String({ description: 'Date of the oldest list the result relied on.' }),
    input: Asked,
    result: Answered,
  },
  { title: 'SharedScan' },
)

const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Scans per page.' })),
  cursor: Type.Optional(
    Text('^[\\x21-\\x7e]{1,256}$', {
      description: '`nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})

const ProgressQuery = Type.Object({
  waitMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 5_000,
      default: 0,
      description: 'Answers at the end of the scan, or after so long.',
    }),
  ),
})

const ProgressSchema = Type.Object(
  {
    status: OneOf<ScanStatus>(['waiting', 'running', 'done']),
    facts: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'Such as `simulation`.' }),
          state: OneOf<FactState>(['asked', 'known', 'missing']),
        },
        { title: 'FactProgress' },
      ),
      { description: 'In the order in which they were asked for.' },
    ),
  },
  { title: 'ScanProgress' },
)

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

/** GET /v1/scans, /v1/scans/{requestId} and its progress */
export function scanRoutes(app: App, { ports, progress }: Edge): void {
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
        response: { 200: Enveloped(StoredScan, 'The scan as it was asked and answered.') },
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

  app.get(
    '/v1/scans/:requestId/progress',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scans'],
        operationId: 'getScanProgress',
        summary: 'Follow a scan while it runs',
        description:
          'Choose an id, ask once, send the scan with the id as `X-Request-ID`, and ask again until `status` is `done`. Of scans on the node that answers, for a minute; at most 50 at once. `waiting`: no scan with that id has begun since the first question.',
        params: ScanPath,
        querystring: ProgressQuery,
        response: { 200: Enveloped(ProgressSchema, 'What the scan has learned so far.') },
      },
    },
    async (request, reply) => {
      const { waitMs = 0 } = request.query
      const { signal } = scanContext(reply)
      return success(request, await progress.ask(callerOf(request), request.params.requestId, { waitMs, signal }))
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

/**
 * Writes rows as CSV (RFC 4180). A cell that a spreadsheet would take for a formula is prefixed by an apostrophe:
 * parts of it are chosen by strangers.
 */
export function csv<Name extends string>(
  columns: readonly Name[],
  rows: readonly Record<Name, string | number>[],
): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether the `Accept` header ranks `text/csv` above `application/json` (RFC 9110, 12.5.1). A tie is JSON. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false
  const qualities = new Map<string, number>()
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(type, given === undefined ? 1 : Number(given.slice(2)) || 0)
  }
  const json = qualities.get('application/json') ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0
  const wanted = qualities.get('text/csv') ?? 0
  // A client that lists text/csv and */* means CSV: the specific type wins a tie with a wildcard.
  return qualities.has('application/json') ? wanted > json : wanted > 0 && wanted >= json
}
