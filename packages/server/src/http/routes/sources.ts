import { Type } from 'typebox'
import { SOURCE_KINDS } from '../../domain/sourceStatus.ts'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Nullable, OneOf } from '../schemas/common.ts'

const Time = Type.String({ format: 'date-time' })
const Count = (description: string) => Type.Integer({ minimum: 0, description })

const SourceSchema = Type.Object(
  {
    kind: OneOf(SOURCE_KINDS, {
      description:
        'explorer, registration (RDAP and WHOIS), dns, language-model: services that are asked. certificates, pages, browser: connections to the sites that are scanned, whose failures are mostly those of the sites.',
    }),
    host: Nullable(Type.String(), {
      description: 'Host of the service; paths, which may hold keys, are not told. Null: no single host.',
    }),
    asked: Count('Questions, since the start.'),
    failed: Count('Questions without an answer, since the start.'),
    failuresInARow: Count('Failures since the last answer; 0: healthy, or not asked yet.'),
    latencyMs: Nullable(Type.Integer({ minimum: 0 }), {
      description: 'What an answer usually takes, in milliseconds; null: there was none.',
    }),
    lastAnswerAt: Nullable(Time, { description: 'Null: no answer since the start.' }),
    lastFailureAt: Nullable(Time, { description: 'Null: no failure since the start.' }),
    lastFailure: Nullable(Type.String(), { description: 'What went wrong last.' }),
  },
  { title: 'SourceStatus' },
)

const SourceList = Type.Object({ sources: Type.Array(SourceSchema) })

/** GET /v1/sources */
export function sourceRoutes(app: App, { ports }: Edge): void {
  app.get(
    '/v1/sources',
    {
      config: { access: { scopes: ['admin'], operator: true } },
      schema: {
        tags: ['Operations'],
        operationId: 'listSources',
        summary: 'How sources other than RPC endpoints fare',
        description:
          'Explorers, DNS, certificates, pages, registries and the language model, of this node and the environment of the key or session. Nothing is asked for it. Lists are at `GET /v1/intel/sources`.',
        response: { 200: Enveloped(SourceList, 'Sources that are configured or were asked.') },
      },
    },
    async (request) => {
      const { environment } = callerOf(request)
      const shown = ports.sources().filter((source) => source.environment === environment)
      return success(request, {
        sources: shown.map(({ environment: _, latencyMs, lastAnswerAt, lastFailureAt, ...source }) => ({
          ...source,
          latencyMs: latencyMs === null ? null : Math.round(latencyMs),
          lastAnswerAt: lastAnswerAt === null ? null : isoTime(lastAnswerAt),
          lastFailureAt: lastFailureAt === null ? null : isoTime(lastFailureAt),
        })),
      })
    },
  )
}
