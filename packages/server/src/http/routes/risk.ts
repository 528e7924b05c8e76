import { CHAINS, type Chain } from '@redoubt/risk/chain.ts'
import { ENTITY_HINTS, type EntityHint } from '@redoubt/risk/entity.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import type { BatchItem } from '../../usecases/reports/batchScores.ts'
import type { EntityQuestion } from '../../usecases/reports/entityJudgement.ts'
import { success, successText } from '../answer/envelope.ts'
import { scanContext } from '../answer/storeScan.ts'
import type { App, Edge } from '../context.ts'
import { parseEntity, parseEntityPath } from '../parse/parseEntity.ts'
import { MAX_FOUND } from '../parse/refuseUnknownMembers.ts'
import { Enveloped } from '../schemas/common.ts'
import {
  EntityPath,
  RiskReportQuery,
  RiskReportSchema,
  RiskScoreQuery,
  RiskScoreSchema,
  RiskScoresBody,
  type RiskScoresRequest,
  RiskScoresSchema,
} from '../schemas/risk.ts'

/** Characters: whatever is longer is no entity, and is not looked into. */
const PARSE_BATCH_ITEM_LONGEST = 8_192

/** Milliseconds of one scan: the same as it has alone. */
const SCAN_DEADLINE_MS = 10_000

const LONGEST = 80

const SCORE = '/v1/risk/score/'
const REPORT = '/v1/risk/report/'
const OF_SCORE = Object.keys(RiskScoreQuery.properties)
const OF_REPORT = Object.keys(RiskReportQuery.properties)

/** GET /v1/risk/score/{entity} and GET /v1/risk/report/{entity} */
export function riskRoutes(app: App, { ports }: Edge): void {
  app.get(
    `${SCORE}*`,
    {
      config: { access: { scopes: ['risk:read'], pages: true }, entity: EntityPath },
      schema: {
        tags: ['Risk'],
        operationId: 'getRiskScore',
        summary: 'Score a wallet, contract, web site or sent transaction',
        description:
          'Runs the scan of the entity’s type and returns its score with the heaviest factors. Answers are cached for one minute (sites ten minutes, partial answers ten seconds), and served for ten minutes more while a new one is made; `age` is the age of the answer. An ENS name is looked up on Ethereum, a hash on all networks.',
        querystring: RiskScoreQuery,
        response: { 200: Enveloped(RiskScoreSchema, 'The score and its factors.') },
      },
    },
    async (request, reply) => {
      const question = questionOf(request, SCORE, OF_SCORE)
      const context = scanContext(reply)
      const { scored, age } = await ports.risk.score(question, context)
      // The text was made when the score was; only its age changes.
      const text = `${scored.text.slice(0, -1)},"age":${Math.floor(age / 1000)}}`
      reply.type('application/json; charset=utf-8').send(successText(request, text) as never)
      return reply
    },
  )

  app.get(
    `${REPORT}*`,
    {
      config: { access: { scopes: ['risk:read'] }, entity: EntityPath },
      schema: {
        tags: ['Risk'],
        operationId: 'getRiskReport',
        summary: 'Risk report of a wallet, contract or web site',
        description:
          'Explains the score by factors in four categories that sum to it, gives advice, and lists earlier scores of the entity. `format=pdf` returns the report as a file. Transactions have no report.',
        querystring: RiskReportQuery,
        'x-pdf': true,
        response: { 200: Enveloped(RiskReportSchema, 'The report.') },
      },
    },
    async (request, reply) => {
      const question = questionOf(request, REPORT, OF_REPORT)
      const context = scanContext(reply)
      const report = await ports.risk.report(question, context)
      if (request.query.format !== 'pdf') return success(request, report)
      const pdf = await ports.risk.pdf(report, context)
      reply.header('content-disposition', `attachment; filename="${reportFileName(report.entity)}"`)
      // Sent past the typed return: the document describes the JSON.
      reply.type('application/pdf').send(pdf as never)
      return reply
    },
  )
}

type Asked = { chain?: Chain; type?: EntityHint; fresh?: boolean; deadlineMs?: number }

function questionOf(request: FastifyRequest, prefix: string, ours: readonly string[]): EntityQuestion {
  const target = request.raw.url ?? ''
  // A client that spells the path itself differently has encoded the entity too, so the decoded parameter holds it.
  const text = target.startsWith(prefix)
    ? parseEntityPath(target, prefix, ours)
    : (request.params as { '*': string })['*']
  return { ...parseEntity(text, request.query as Asked, 'path.entity'), ignored: request.ignored }
}

const DEFAULT_DEADLINE_MS = 30_000

/** POST /v1/risk/scores */
export function riskScoresRoutes(app: App, { ports }: Edge): void {
  app.post(
    '/v1/risk/scores',
    {
      config: { access: { scopes: ['risk:read'], pages: true } },
      schema: {
        tags: ['Risk'],
        operationId: 'getRiskScores',
        summary: 'Score up to 100 entities',
        description:
          'Each entity gets its score or its own error; an invalid entity does not affect the others. Counts as one request. Four entities are scanned at a time, all under one deadline. A repeated request continues where the last one ended, because finished scores are cached.',
        body: RiskScoresBody,
        response: { 200: Enveloped(RiskScoresSchema, 'One result for each entity, in their order.') },
      },
    },
    async (request, reply) => {
      const { entities, options: { fresh = false, deadlineMs = DEFAULT_DEADLINE_MS } = {} } = request.body
      const context = scanContext(reply)
      const items = entities.map((asked, place) => {
        const { entity, question } = parseBatchItem(asked, fresh, `body.entities[${place}]`)
        if (question instanceof ApiError) return { entity, question }
        return { entity, question: { ...question, ignored: ignoredOf(request.ignored, place) } }
      })
      const results = await ports.risk.scores(items, { ...context, deadlineMs })
      return success(request, { results })
    },
  )
}

/** What was ignored of the whole request, and of this entity; all of it where there may be more than was named. */
function ignoredOf(paths: readonly string[], place: number): string[] {
  if (paths.length >= MAX_FOUND) return [...paths]
  return paths.filter((path) => !/^entities\[\d+\]\./.test(path) || path.startsWith(`entities[${place}].`))
}

/** Name of the file of a report: letters, digits, dots and hyphens, whatever the entity is made of. */
export function reportFileName(entity: string): string {
  const safe = entity
    .replace(/^https?:\/+/i, '')
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .slice(0, LONGEST)
    .replace(/^[-.]+|[-.]+$/g, '')
  return `risk-report-${safe === '' ? 'entity' : safe}.pdf`
}

/**
 * Reads one of many: an invalid item has its own error, and spoils no other.
 * @param member how a complaint calls it: `body.entities[3]`.
 */
function parseBatchItem(asked: RiskScoresRequest['entities'][number], fresh: boolean, member: string): BatchItem {
  const { entity, chain, type }: { entity: string; chain?: string; type?: string } =
    typeof asked === 'string' ? { entity: asked } : asked
  try {
    if (entity.length > PARSE_BATCH_ITEM_LONGEST)
      throw invalid(`${member}: expected at most ${PARSE_BATCH_ITEM_LONGEST} characters`)
    const hints = {
      ...(chain !== undefined && { chain: oneOf(CHAINS, chain, `${member}.chain`) }),
      ...(type !== undefined && { type: oneOf(ENTITY_HINTS, type, `${member}.type`) }),
    }
    return { entity, question: parseEntity(entity, { ...hints, fresh, deadlineMs: SCAN_DEADLINE_MS }, member) }
  } catch (error) {
    if (error instanceof ApiError) return { entity, question: error }
    throw error
  }
}

function oneOf<Name extends string>(names: readonly Name[], given: string, member: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw invalid(`${member}: expected one of ${names.join(', ')}`)
  return found
}

function invalid(detail: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { detail })
}
