import { type Static, Type } from 'typebox'
import { NAME_EXPECTED, NAME_PATTERN } from '../../domain/account.ts'
import type { Environment } from '../../domain/environment.ts'
import { MAX_PASSWORD, MIN_PASSWORD, ROLES, type Role } from '../../domain/member.ts'
import type { Plan } from '../../domain/plan.ts'
import { SIGN_IN_METHODS, type SignInMethod } from '../../domain/session.ts'
import { Nullable, OneOf, Text } from './common.ts'

export const RoleName = OneOf<Role>(ROLES, {
  description:
    '`owner` and `admin` may do everything in the account, but only an owner manages admins and owners; `analyst` scans, shares and reads; `viewer` reads.',
})

export const MemberName = Text(NAME_PATTERN, { expected: `a name of ${NAME_EXPECTED}` })

const NewPassword = Type.String({
  minLength: MIN_PASSWORD,
  maxLength: MAX_PASSWORD,
  description: `${MIN_PASSWORD} to ${MAX_PASSWORD} characters, of any kind.`,
  'x-expected': `a password of ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`,
})

const Time = Type.String({ format: 'date-time' })

export const SessionSchema = Type.Object(
  {
    account: Type.Object(
      {
        id: Type.String({ description: 'Id of the account.' }),
        name: Type.String({ description: 'Name of the account.' }),
        plan: OneOf<Plan>(['free', 'pro', 'enterprise'], { description: 'Its plan.' }),
      },
      { title: 'SessionAccount' },
    ),
    member: Type.Object(
      {
        id: Type.String({ description: 'Id of the member.' }),
        name: Type.String({ description: 'Sign-in name.' }),
        role: RoleName,
      },
      { title: 'SessionMember' },
    ),
    operator: Type.Boolean({
      description:
        'Whether the member may change what is global: the account is the operator’s, and the role admin or owner.',
    }),
    environments: Type.Array(OneOf<Environment>(['live', 'test']), {
      description: 'What the header `X-Environment` may say.',
    }),
    csrfToken: Type.String({
      description: 'Send it as `X-CSRF-Token` with every request that is not GET. It changes with the session.',
    }),
    expiresAt: Type.String({
      format: 'date-time',
      description: 'Absolute end of the session. Without a request for 12 hours it ends before.',
    }),
  },
  { title: 'Session' },
)
export type SessionView = Static<typeof SessionSchema>

export const LinkBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'What follows `#token=` in the link.',
      'x-expected': 'the token of a link',
    }),
  },
  { title: 'LinkSignInRequest', examples: [{ token: 'rdl_3jXl0wUq0o0mYb8mJvGk1mXn4hPZ2o7c5tQyR6sVfEw' }] },
)

export const PasswordSignInBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 128, description: 'Sign-in name.', 'x-expected': 'a sign-in name' }),
    password: Type.String({
      minLength: 1,
      maxLength: MAX_PASSWORD,
      description: 'Password.',
      'x-expected': 'a password',
    }),
  },
  { title: 'PasswordSignInRequest', examples: [{ name: 'ada', password: 'correct horse battery staple' }] },
)

/** WebAuthn's own JSON, which browsers make and the library checks member by member. */
const Credential = Type.Object(
  { id: Type.String({ maxLength: 1_400, description: 'Credential id, base64url.', 'x-expected': 'a credential id' }) },
  {
    title: 'PublicKeyCredentialJSON',
    additionalProperties: true,
    description: 'What `PublicKeyCredential.toJSON()` returns in the browser (WebAuthn Level 3).',
    'x-expected': 'the JSON of a public key credential',
  },
)

export const PasskeySignInBody = Type.Object(
  { response: Credential },
  { title: 'PasskeySignInRequest', examples: [{ response: { id: 'dGVzdA', type: 'public-key' } }] },
)

export const PasskeyOptions = Type.Object(
  {
    options: Type.Object(
      {},
      {
        additionalProperties: true,
        description:
          'For `PublicKeyCredential.parseRequestOptionsFromJSON` or `parseCreationOptionsFromJSON` in the browser (WebAuthn Level 3). Good once, for five minutes.',
      },
    ),
  },
  { title: 'PasskeyOptions' },
)

const shownSession = {
  id: Type.String({ description: 'Id of the session.' }),
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  method: OneOf<SignInMethod>(SIGN_IN_METHODS, { description: 'How it was opened.' }),
  address: Type.String({ description: 'Client address at sign-in.' }),
  userAgent: Type.String({ description: 'What the browser called itself at sign-in.' }),
  createdAt: Time,
  lastSeenAt: Type.String({ format: 'date-time', description: 'Its last request, to the minute.' }),
  expiresAt: Type.String({ format: 'date-time', description: 'Its absolute end.' }),
}

export const SessionList = Type.Object({
  sessions: Type.Array(Type.Object(shownSession, { title: 'SessionSummary' })),
})

export const SessionPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the session.', expected: 'the id of a session' }),
})

export const EndedSession = Type.Object({
  id: Type.String({ description: 'Id of the session.' }),
  revoked: Type.Literal(true),
})

export const OwnPasswordBody = Type.Object(
  {
    current: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PASSWORD,
        description:
          'Your present password. Not needed within half an hour of signing in by a link, or where you have none.',
        'x-expected': 'your present password',
      }),
    ),
    password: NewPassword,
  },
  { title: 'OwnPasswordRequest', examples: [{ password: 'correct horse battery staple' }] },
)

export const PasskeyBody = Type.Object(
  { name: MemberName, response: Credential },
  {
    title: 'PasskeyRequest',
    examples: [{ name: 'laptop', response: { id: 'dGVzdA', type: 'public-key' } }],
  },
)

export const PasskeySchema = Type.Object(
  {
    id: Type.String({ description: 'Credential id, base64url.' }),
    name: Type.String({ description: 'What you called it.' }),
    createdAt: Time,
    lastUsedAt: Nullable(Time, { description: 'Its last sign-in; null: none yet.' }),
  },
  { title: 'Passkey' },
)

export const PasskeyList = Type.Object({ passkeys: Type.Array(PasskeySchema) })

export const PasskeyPath = Type.Object({
  id: Text('^[A-Za-z0-9_-]{1,1400}$', { description: 'Credential id.', expected: 'the id of a passkey' }),
})

export const DeletedPasskey = Type.Object({
  id: Type.String({ description: 'Credential id.' }),
  deleted: Type.Literal(true),
})
