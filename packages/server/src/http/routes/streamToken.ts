import { Type } from 'typebox'
import { isOriginEntry, ORIGIN_EXPECTED } from '../../domain/keyOrigins.ts'
import { PAID_PLANS } from '../../domain/plan.ts'
import { ApiError } from '../../errors.ts'
import { callerOf } from '../access/guard.ts'
import { STREAM_TOKEN_MS, sealStreamToken } from '../access/streamToken.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped } from '../schemas/common.ts'
import { OriginEntry } from '../schemas/keys.ts'

const Body = Type.Object(
  {
    origin: Type.Optional({
      ...OriginEntry,
      description:
        'The page that may open the stream, and is allowed to read it: an exact https origin, or localhost on any port, as in `origins` of a key. Absent: any holder of the token, and of pages those of the service itself alone.',
    } as typeof OriginEntry),
  },
  { title: 'StreamTokenRequest', examples: [{ origin: 'https://app.example' }] },
)

const StreamToken = Type.Object(
  {
    token: Type.String({
      description: 'In place of a key: `new EventSource(base + "/v1/events/stream?api_key=" + token)`.',
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Until then streams may be opened; those that are open go on.',
    }),
  },
  { title: 'StreamToken' },
)

/** POST /v1/events/stream-token */
export function streamTokenRoutes(app: App, edge: Edge): void {
  app.post(
    '/v1/events/stream-token',
    {
      config: {
        access: { scopes: ['webhooks:write'], paid: { feature: 'Events', plans: PAID_PLANS }, keysOnly: true },
      },
      schema: {
        tags: ['Events'],
        operationId: 'createStreamToken',
        summary: 'Create a token for EventSource',
        description:
          'Browsers cannot send a header with `EventSource`. Your server asks for a token and hands it to the page, which opens `GET /v1/events/stream` with it as `api_key` within a minute. It opens nothing else, and ends with the key that asked for it.',
        'x-optional-body': true,
        body: Body,
        response: { 200: Enveloped(StreamToken, 'A token for one minute.') },
      },
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
    },
    async (request) => {
      const { origin = null } = request.body
      if (origin !== null && !isOriginEntry(origin))
        throw new ApiError('VALIDATION_ERROR', { detail: `body.origin: expected ${ORIGIN_EXPECTED}` })
      const until = edge.now() + STREAM_TOKEN_MS
      const token = sealStreamToken(edge.ports.cursors, { keyId: callerOf(request).id, until, origin })
      return success(request, { token, expiresAt: isoTime(until) })
    },
  )
}
