import type { Chain } from '@redoubt/risk/chain.ts'
import type { EntityHint } from '@redoubt/risk/entity.ts'
import type { FastifyRequest } from 'fastify'
import type { EntityQuestion } from '../../usecases/reports/entityJudgement.ts'
import type { App, Edge } from '../context.ts'
import { success, successText } from '../envelope.ts'
import { parseEntity } from '../parse/parseEntity.ts'
import { parseEntityPath } from '../parse/parseEntityPath.ts'
import { reportFileName } from '../reportFileName.ts'
import { scanContext } from '../scanContext.ts'
import { Enveloped } from '../schemas/common.ts'
import { EntityPath, RiskReportQuery, RiskReportSchema, RiskScoreQuery, RiskScoreSchema } from '../schemas/risk.ts'

const SCORE = '/v1/risk/score/'
const REPORT = '/v1/risk/report/'
const OF_SCORE = Object.keys(RiskScoreQuery.properties)
const OF_REPORT = Object.keys(RiskReportQuery.properties)

/** GET /v1/risk/score/{entity} and GET /v1/risk/report/{entity} */
export function riskRoutes(app: App, { ports }: Edge): void {
  app.get(
    `${SCORE}*`,
    {
      config: { access: { scopes: ['risk:read'] }, entity: EntityPath },
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
