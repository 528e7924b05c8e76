import { Type } from 'typebox'
import { NAME_EXPECTED, NAME_PATTERN } from '../../domain/account.ts'
import { SCOPES, type Scope } from '../../domain/apiKey.ts'
import type { Environment } from '../../domain/environment.ts'
import { MAX_ORIGINS, ORIGIN_EXPECTED, PUBLIC_SCOPES } from '../../domain/keyOrigins.ts'
import type { Plan } from '../../domain/plan.ts'
import { Nullable, OneOf, Text } from './common.ts'

const ScopeName = OneOf<Scope>(SCOPES)
const EnvironmentName = OneOf<Environment>(['live', 'test'])

/** Checked when it is read, too: what no browser would send is no origin. */
export const OriginEntry = Text('^(https://[^/?#@*\\s]{1,255}|http://localhost:\\*)$', { expected: ORIGIN_EXPECTED })

export const KeyBody = Type.Object(
  {
    name: Text(NAME_PATTERN, { expected: `a name of ${NAME_EXPECTED}` }),
    scopes: Type.Array(ScopeName, {
      minItems: 1,
      maxItems: 16,
      'x-expected': `a list of one or more of ${SCOPES.join(', ')}`,
    }),
    environment: Type.Optional(
      OneOf<Environment>(['live', 'test'], {
        description: 'Must equal the environment of the key that creates it, which is the default.',
      }),
    ),
    expiresAt: Type.Optional(
      Type.String({
        maxLength: 40,
        format: 'date-time',
        description:
          'From then on the key is refused. Absent: it never expires, unless the key that creates it does; none outlives its creator.',
        'x-expected': 'an ISO 8601 time',
      }),
    ),
    origins: Type.Optional(
      Type.Array(OriginEntry, {
        minItems: 1,
        maxItems: MAX_ORIGINS,
        uniqueItems: true,
        description: `Pages that may use the key, which may then be public: exact https origins, and localhost on any port for development, as in the example. It works only from them, and only for scans and scores, with the scopes ${PUBLIC_SCOPES.join(', ')}. All such keys of an account have half of its limits together. Absent: the key belongs on a server, and browsers are refused its answers.`,
        'x-expected': `a list of 1 to ${MAX_ORIGINS} different origins`,
      }),
    ),
  },
  {
    title: 'KeyRequest',
    examples: [
      { name: 'wallet back end', scopes: ['scan:read', 'risk:read'] },
      { name: 'dapp', scopes: ['scan:read'], origins: ['https://app.example', 'http://localhost:*'] },
    ],
  },
)

const shown = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'Leading characters of the key.' }),
  scopes: Type.Array(ScopeName),
  plan: OneOf<Plan>(['free', 'pro', 'enterprise']),
  environment: EnvironmentName,
  origins: Nullable(Type.Array(Type.String()), {
    description: 'Pages that may use it; null: it belongs on a server.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  createdBy: Nullable(Type.String(), {
    description: 'Id of the key that created it; null: the operator’s command line did.',
  }),
  expiresAt: Nullable(Type.String({ format: 'date-time' }), {
    description: 'From then on the key is refused; null: never.',
  }),
}

export const CreatedKey = Type.Object(
  { ...shown, key: Type.String({ description: 'The key itself, shown this once.' }) },
  { title: 'CreatedKey' },
)

export const KeyList = Type.Object({
  keys: Type.Array(
    Type.Object({ ...shown, lastUsed: Nullable(Type.String({ format: 'date-time' })) }, { title: 'ApiKey' }),
  ),
})

export const KeyPath = Type.Object({
  keyId: Text('^[!-~]{1,128}$', { description: 'Id of the key.', expected: 'the id of a key' }),
})
export const RevokeQuery = Type.Object({
  descendants: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revoke every key that this key created, and every key that those created.',
      'x-expected': 'true or false',
    }),
  ),
})
export const RevokedKey = Type.Object({
  id: Type.String(),
  revoked: Type.Literal(true),
  descendantsRevoked: Type.Optional(
    Type.Integer({ minimum: 0, description: 'With `descendants=true`: how many of them were not revoked before.' }),
  ),
})
export const RevokedOthers = Type.Object({
  id: Type.String({ description: 'The calling key, which is still valid.' }),
  othersRevoked: Type.Integer({ minimum: 0 }),
})
