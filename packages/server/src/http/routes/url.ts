import { judgedUrl } from '../../scans/entity/entityResults.ts'
import type { App, Edge } from '../context.ts'
import { disconnectSignal } from '../disconnectSignal.ts'
import { success } from '../envelope.ts'
import { callerOf } from '../guard.ts'
import { keepScan } from '../keepScan.ts'
import { keptUrl } from '../keptUrl.ts'
import { knownMembers } from '../knownMembers.ts'
import { parseUrl } from '../parseUrl.ts'
import type { SchemaNode } from '../schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { UrlBody } from '../schemas/urlBody.ts'
import { UrlResultSchema } from '../schemas/urlResult.ts'

/** POST /v1/scan/url */
export function urlRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/url',
    {
      config: { access: { scopes: ['scan:read'] } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanUrl',
        summary: 'Judge a web site',
        description:
          'Looks the address up in lists, reads its name, certificate and age, follows where it leads, reads the page and its code as a visitor and as a robot, and answers what that means for whoever opens it. A site that cannot be reached is judged by what is known without it.',
        body: UrlBody,
        response: { 200: Enveloped(UrlResultSchema, 'What the site is and does, and how risky that is.') },
      },
    },
    async (request, reply) => {
      const { id: keyId, accountId, environment } = callerOf(request)
      const input = parseUrl(request.body)
      const context = { environment, accountId, requestId: request.id, signal: disconnectSignal(reply) }
      const result = await edge.ports.scans.url(input, context)
      const scanId = await keepScan(
        edge,
        {
          requestId: request.id,
          accountId,
          environment,
          keyId,
          kind: 'url',
          chain: input.chain,
          subject: result.requestedUrl,
          riskScore: result.riskScore,
          riskLevel: result.riskLevel,
          rulesetVersion: result.rulesetVersion,
          input: JSON.stringify({
            ...(knownMembers(UrlBody as unknown as SchemaNode, request.body) as object),
            url: keptUrl(request.body.url),
          }),
          result: JSON.stringify(result),
          createdAt: edge.now(),
        },
        judgedUrl(result),
        !input.browse,
      )
      return success(request, result, scanId)
    },
  )
}
