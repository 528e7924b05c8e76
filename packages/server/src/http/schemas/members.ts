import { Type } from 'typebox'
import { AUDIT_ACTIONS, AUDIT_ACTORS, type AuditAction, type AuditEntry } from '../../domain/auditEntry.ts'
import { Nullable, OneOf, Text } from './common.ts'
import { MemberName, RoleName } from './session.ts'

const Time = Type.String({ format: 'date-time' })

export const MemberSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the member.' }),
    name: Type.String({ description: 'Sign-in name, unique in the service.' }),
    role: RoleName,
    hasPassword: Type.Boolean({ description: 'Whether it can sign in with a password.' }),
    passkeys: Type.Integer({ minimum: 0, description: 'How many passkeys it has.' }),
    createdAt: Time,
    lastSignInAt: Nullable(Time, { description: 'Null: the invitation is still open.' }),
  },
  { title: 'Member' },
)

export const MemberList = Type.Object({ members: Type.Array(MemberSchema) })

export const MemberBody = Type.Object(
  { name: MemberName, role: RoleName },
  { title: 'MemberRequest', examples: [{ name: 'ada', role: 'analyst' }] },
)

export const MemberChange = Type.Object({ role: RoleName }, { title: 'MemberUpdate', examples: [{ role: 'viewer' }] })

export const MemberLinkSchema = Type.Object(
  {
    url: Type.String({ description: 'Opens the dashboard signed in as that member, once. Shown this once.' }),
    token: Type.String({ description: 'The part after `#token=`.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'From then on the link opens nothing.' }),
  },
  { title: 'MemberLink' },
)

export const InvitedMember = Type.Object({ member: MemberSchema, link: MemberLinkSchema }, { title: 'InvitedMember' })

export const MemberPath = Type.Object({
  id: Text('^[!-~]{1,128}$', { description: 'Id of the member.', expected: 'the id of a member' }),
})

export const RemovalQuery = Type.Object({
  revokeKeys: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revoke every key that the member created, and every key that those created.',
      'x-expected': 'true or false',
    }),
  ),
})

export const RemovedMember = Type.Object({
  id: Type.String({ description: 'Id of the member.' }),
  deleted: Type.Literal(true),
  keysRevoked: Type.Integer({ minimum: 0, description: 'Keys that were revoked with it.' }),
})

const Actor = Type.Object(
  {
    kind: OneOf<AuditEntry['actor']['kind']>(AUDIT_ACTORS, {
      description: 'A member, an API key, the operator’s command line, or a stranger who could not sign in.',
    }),
    id: Nullable(Type.String(), { description: 'Id of the member or key; null where there is none.' }),
    name: Type.String({ description: 'Its name then.' }),
  },
  { title: 'AuditActor' },
)

export const AuditPage = Type.Object({
  entries: Type.Array(
    Type.Object(
      {
        id: Type.String({ description: 'Id of the entry.' }),
        at: Type.String({ format: 'date-time', description: 'When.' }),
        actor: Actor,
        address: Nullable(Type.String(), { description: 'Client address; null for the command line.' }),
        action: OneOf<AuditAction>(AUDIT_ACTIONS, { description: 'What was done.' }),
        subject: Type.String({ description: 'Id of what it was done to; empty where there is none.' }),
        detail: Type.String({ description: 'A few words more; never a secret.' }),
      },
      { title: 'AuditEntry' },
    ),
  ),
  nextCursor: Nullable(Type.String(), { description: 'Pass it as `cursor` for the next page; null at the end.' }),
})
