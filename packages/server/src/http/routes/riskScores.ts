import { ApiError } from '../../errors.ts'
import type { App, Edge } from '../context.ts'
import { success } from '../envelope.ts'
import { parseBatchItem } from '../parse/parseBatchItem.ts'
import { scanContext } from '../scanContext.ts'
import { Enveloped } from '../schemas/common.ts'
import { RiskScoresBody, RiskScoresSchema } from '../schemas/riskScores.ts'
import { MAX_FOUND } from '../unknownMembers.ts'

const DEFAULT_DEADLINE_MS = 30_000

/** POST /v1/risk/scores */
export function riskScoresRoutes(app: App, { ports }: Edge): void {
  app.post(
    '/v1/risk/scores',
    {
      config: { access: { scopes: ['risk:read'] } },
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
