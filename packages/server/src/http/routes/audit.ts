import { Type } from 'typebox'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Text } from '../schemas/common.ts'
import { AuditPage } from '../schemas/members.ts'

const DEFAULT_LIMIT = 50

const PageQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: DEFAULT_LIMIT, description: 'Entries per page.' }),
  ),
  cursor: Type.Optional(
    Text('^[\\x21-\\x7e]{1,256}$', {
      description: '`nextCursor` of the previous page.',
      expected: 'a cursor as answered',
    }),
  ),
})

/** GET /v1/audit */
export function auditRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/audit',
    {
      config: { access: { scopes: ['admin'] } },
      schema: {
        tags: ['Members'],
        operationId: 'listAuditEntries',
        summary: 'List who did what in the account',
        description:
          'Sign-ins and failed ones, members, keys, webhooks, monitors, policies and shared scans, of both environments. Kept for 400 days, the newest 10,000 entries.',
        querystring: PageQuery,
        response: { 200: Enveloped(AuditPage, 'One page, newest first.') },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const { limit = DEFAULT_LIMIT, cursor = null } = request.query
      const page = await ports.audit.list({ accountId, limit, cursor }).catch((error: unknown) => {
        if (!(error instanceof RangeError)) throw error
        throw new ApiError('VALIDATION_ERROR', { detail: 'query.cursor: expected a cursor as answered' })
      })
      const entries = page.entries.map(({ accountId: _, at, ...entry }) => ({ ...entry, at: isoTime(at) }))
      return success(request, { entries, nextCursor: page.nextCursor })
    },
  )
}
