import { ApiError } from '../../errors.ts'
import { judgedUrl } from '../../usecases/reports/entityResults.ts'
import type { UrlScanInput } from '../../usecases/scans/url/scanUrl.ts'
import { withIgnoredMembers } from '../../usecases/scans/withIgnoredMembers.ts'
import { success } from '../answer/envelope.ts'
import { followedScanContext, scanRecord, storeScan } from '../answer/storeScan.ts'
import { viewed, viewOf } from '../answer/viewed.ts'
import type { App, Edge } from '../context.ts'
import { knownMembers } from '../parse/refuseUnknownMembers.ts'
import type { SchemaNode } from '../parse/schemaNode.ts'
import { Enveloped } from '../schemas/common.ts'
import { Viewed, ViewQuery } from '../schemas/summary.ts'
import { UrlBody, type UrlRequest } from '../schemas/urlBody.ts'
import { UrlResultSchema } from '../schemas/urlResult.ts'

const DEFAULT_DEADLINE_MS = 10_000

/** POST /v1/scan/url */
export function urlRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/scan/url',
    {
      config: { access: { scopes: ['scan:read'], pages: true } },
      schema: {
        tags: ['Scan'],
        operationId: 'scanUrl',
        summary: 'Judge a web site',
        description:
          'Looks the address up in lists, reads its name, certificate and age, follows where it leads, reads the page and its code as a visitor and as a robot, and answers what that means for its visitors. A site that cannot be reached, or whose page was not seen, is CAUTION at least, unless its standing is known and good: lists, age and certificate, or an official, popular or allow-listed site. Where that is missing `complete` is false and `unknown` names it.',
        body: UrlBody,
        querystring: ViewQuery,
        response: { 200: Enveloped(Viewed(UrlResultSchema), 'The record of the site, and its risk.') },
      },
    },
    async (request, reply) => {
      const view = viewOf(request)
      const input = parseUrl(request.body)
      const context = followedScanContext(reply, edge)
      const result = withIgnoredMembers('url', await edge.ports.scans.url(input, context), request.ignored)
      const record = scanRecord(edge, request, {
        kind: 'url',
        chain: input.chain,
        subject: result.requestedUrl,
        input: {
          ...(knownMembers(UrlBody as unknown as SchemaNode, request.body) as object),
          url: storableUrl(request.body.url),
        },
        result,
      })
      const scanId = await storeScan(edge, record, judgedUrl(result), !input.browse)
      return success(request, viewed(view, result), scanId)
    },
  )
}

/**
 * An address as it is kept: without what names a person or carries a token (user, password, fragment), which sites do not need to be
 * judged by. Otherwise as it was written.
 * @param given that a URL parser accepts.
 */
export function storableUrl(given: string): string {
  const url = new URL(given)
  if (url.username === '' && url.password === '' && !given.includes('#')) return given
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

/**
 * Reads a validated body.
 * @throws ApiError VALIDATION_ERROR for what the pattern lets through and no browser would open.
 */
export function parseUrl({ url, chain = 'ethereum', options = {} }: UrlRequest): UrlScanInput {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new ApiError('VALIDATION_ERROR', { detail: 'body.url: expected an http or https URL' })
  return {
    url,
    chain,
    includeContent: options.includeContent ?? false,
    includeWhois: options.includeWhois ?? false,
    browse: options.browse ?? false,
    fresh: options.fresh ?? false,
    deadlineMs: options.deadlineMs ?? DEFAULT_DEADLINE_MS,
  }
}
