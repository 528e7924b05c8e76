import { type Static, Type } from 'typebox'
import type { Owner } from '../../domain/account.ts'
import { SCOPES } from '../../domain/apiKey.ts'
import { PLAN_LIMITS, type Plan } from '../../domain/plan.ts'
import { USAGE_DAYS } from '../../domain/ports/usage.ts'
import { callerOf } from '../access/guard.ts'
import { isoTime, success } from '../answer/envelope.ts'
import type { App, Edge } from '../context.ts'
import { Enveloped, Nullable, OneOf } from '../schemas/common.ts'

const DAY_MS = 86_400_000

const Window = Type.Object(
  {
    limit: Nullable(Type.Integer(), { description: 'Requests that the plan allows; null: no limit.' }),
    used: Type.Integer({ minimum: 0, description: 'Requests so far, this one included.' }),
    resetAt: Type.String({
      format: 'date-time',
      description: 'Of the day: its end. Of the rolling minute: when its oldest request leaves it.',
    }),
  },
  { title: 'UsageWindow' },
)

const UsageSchema = Type.Object(
  {
    plan: OneOf<Plan>(['free', 'pro', 'enterprise'], { description: 'Plan of the account.' }),
    burst: Type.Integer({ description: 'Requests that the plan allows at once, on each node.' }),
    minute: Window,
    day: Window,
    days: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date', description: 'UTC day.' }),
          requests: Type.Integer({ minimum: 0, description: 'Requests of that day.' }),
        },
        { title: 'DayUsage' },
      ),
      { description: `The last ${USAGE_DAYS} days with requests, newest first.` },
    ),
    callers: Type.Array(
      Type.Object(
        {
          id: Type.String({
            description: 'Id of the key or RPC token, or of the member for requests of the dashboard.',
          }),
          name: Nullable(Type.String(), { description: 'Its name; null where it was revoked or removed.' }),
          today: Type.Integer({ minimum: 0, description: 'Requests of this UTC day.' }),
          total: Type.Integer({ minimum: 0, description: 'Requests of all days shown.' }),
        },
        { title: 'CallerUsage' },
      ),
      { description: 'Who made them, most requests first.' },
    ),
  },
  { title: 'Usage' },
)

/** GET /v1/usage */
export function usageRoutes(app: App, { ports, now }: Edge): void {
  app.get(
    '/v1/usage',
    {
      config: { access: { scopes: SCOPES } },
      schema: {
        tags: ['Keys'],
        operationId: 'getUsage',
        summary: 'Requests against the limits of the account',
        description:
          'Limits and `minute` are those of the whole account; `day` too, in both environments; `days` and `callers` are of this environment. Requests of the last seconds on other nodes may be missing.',
        response: { 200: Enveloped(UsageSchema, 'What the account has used.') },
      },
    },
    async (request) => {
      const { accountId, environment, plan } = callerOf(request)
      const at = now()
      const today = Math.floor(at / DAY_MS)
      const since = today - USAGE_DAYS + 1
      const other = environment === 'live' ? 'test' : 'live'
      const [counts, elsewhere, names] = await Promise.all([
        ports.usage.list(accountId, environment, since),
        ports.usage.list(accountId, other, today),
        namesOf({ accountId, environment }),
      ])
      const { perMinute, perDay, burst } = PLAN_LIMITS[plan]
      const remaining = request.rate?.remaining ?? perMinute
      const ofToday = [...counts, ...elsewhere].filter(({ day }) => day === today)
      return success(request, {
        plan,
        burst,
        minute: {
          limit: perMinute,
          used: Math.max(0, perMinute - remaining),
          resetAt: isoTime(request.rate?.resetAt ?? at),
        },
        day: { limit: perDay, used: sum(ofToday), resetAt: isoTime((today + 1) * DAY_MS) },
        days: grouped(counts, ({ day }) => day).map(([day, rows]) => ({
          date: isoTime(day * DAY_MS).slice(0, 10),
          requests: sum(rows),
        })),
        callers: grouped(counts, ({ keyId }) => keyId)
          .map(([id, rows]) => ({
            id,
            name: names.get(id) ?? null,
            today: sum(rows.filter(({ day }) => day === today)),
            total: sum(rows),
          }))
          .sort((one, next) => next.total - one.total),
      } satisfies Static<typeof UsageSchema>)
    },
  )

  async function namesOf(owner: Owner): Promise<Map<string, string>> {
    const [keys, members, rpcTokens] = await Promise.all([
      ports.keys.list(owner.accountId, owner.environment, now()),
      ports.members.named(owner.accountId),
      ports.rpcTokens.list(owner, now()),
    ])
    return new Map([...keys, ...members, ...rpcTokens].map(({ id, name }) => [id, name]))
  }
}

function sum(rows: readonly { requests: number }[]): number {
  return rows.reduce((total, { requests }) => total + requests, 0)
}

function grouped<Row, Key>(rows: readonly Row[], by: (row: Row) => Key): [Key, Row[]][] {
  return [...Map.groupBy(rows, by)]
}
