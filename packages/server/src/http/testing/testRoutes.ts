import { SCOPES, type Scope } from '../../domain/apiKey.ts'
import { ROLES, type Role } from '../../domain/member.ts'
import { CONTRACT } from './testContract.ts'
import { MESSAGE } from './testMessage.ts'
import { URL_BODY } from './testUrl.ts'
import { TRANSACTION } from './testWorld.ts'

const MONITOR = { address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }
const POLICY = '/v1/policies/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const WEBHOOK = { url: 'https://hooks.example/', events: ['approval.new'] }

/** Every route that needs a key, with its scopes; one of them is enough. */
export const ROUTES: {
  method: string
  path: string
  query?: string
  body?: unknown
  scopes: Scope[]
  /** Of operator accounts only. */
  operator?: true
  status: number
}[] = [
  { method: 'POST', path: '/v1/scan/contract', body: CONTRACT, scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'POST', path: '/v1/scan/url', body: URL_BODY, scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'POST', path: '/v1/scan/message', body: MESSAGE, scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'POST', path: '/v1/scan/transaction', body: TRANSACTION, scopes: ['scan:read', 'admin'], status: 200 },
  {
    method: 'POST',
    path: '/v1/check/intent',
    body: { ...TRANSACTION, bounds: {} },
    scopes: ['scan:read', 'admin'],
    status: 200,
  },
  { method: 'GET', path: '/v1/scan/transaction/none', scopes: ['scan:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/scan/wallet/none', scopes: ['scan:read', 'wallet:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/wallet/verify/none', scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/wallet/approvals/none', scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/wallet/profile/none', scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/wallet/permissions/none', scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'POST', path: '/v1/wallet/rescue/none', body: {}, scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'POST', path: '/v1/wallet/approvals/none/revoke', body: {}, scopes: ['wallet:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/risk/score/none', scopes: ['risk:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/risk/report/none', scopes: ['risk:read', 'admin'], status: 400 },
  { method: 'POST', path: '/v1/risk/scores', body: {}, scopes: ['risk:read', 'admin'], status: 400 },
  { method: 'POST', path: '/v1/feedback', body: {}, scopes: ['risk:read', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/feedback', scopes: ['admin'], operator: true, status: 200 },
  { method: 'PATCH', path: '/v1/feedback/none', body: {}, scopes: ['admin'], operator: true, status: 400 },
  { method: 'POST', path: '/v1/webhooks', body: WEBHOOK, scopes: ['webhooks:write', 'admin'], status: 201 },
  { method: 'GET', path: '/v1/webhooks', scopes: ['webhooks:write', 'admin'], status: 200 },
  { method: 'GET', path: '/v1/webhooks/none', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'PATCH', path: '/v1/webhooks/none', body: {}, scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'DELETE', path: '/v1/webhooks/none', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'POST', path: '/v1/webhooks/none/activate', scopes: ['webhooks:write', 'admin'], status: 404 },
  {
    method: 'POST',
    path: '/v1/webhooks/none/rotate-secret',
    body: {},
    scopes: ['webhooks:write', 'admin'],
    status: 404,
  },
  { method: 'POST', path: '/v1/webhooks/none/test', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/webhooks/none/deliveries', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'POST', path: '/v1/webhooks/none/deliveries/none/retry', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'POST', path: '/v1/monitors', body: MONITOR, scopes: ['webhooks:write', 'admin'], status: 201 },
  { method: 'GET', path: '/v1/monitors', scopes: ['wallet:read', 'admin'], status: 200 },
  { method: 'GET', path: '/v1/monitors/none', scopes: ['wallet:read', 'admin'], status: 404 },
  { method: 'PUT', path: '/v1/monitors/none', body: MONITOR, scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'DELETE', path: '/v1/monitors/none', scopes: ['webhooks:write', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/events', scopes: ['webhooks:write', 'admin'], status: 200 },
  { method: 'GET', path: '/v1/events/none', scopes: ['webhooks:write', 'admin'], status: 404 },
  {
    method: 'GET',
    path: '/v1/events/stream',
    query: '?lastEventId=!',
    scopes: ['webhooks:write', 'admin'],
    status: 400,
  },
  { method: 'POST', path: '/v1/events/stream-token', scopes: ['webhooks:write', 'admin'], status: 200 },
  { method: 'POST', path: '/v1/webhooks/none/replay', body: {}, scopes: ['webhooks:write', 'admin'], status: 400 },
  { method: 'GET', path: '/v1/scans', scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'GET', path: '/v1/scans/none/progress', scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'GET', path: '/v1/scans/none/verdict', scopes: ['scan:read', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/scans/none', scopes: ['scan:read', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/intel/sources', scopes: ['admin'], operator: true, status: 200 },
  { method: 'GET', path: '/v1/intel/entries', query: '?value=a.co', scopes: ['admin'], operator: true, status: 200 },
  { method: 'GET', path: '/v1/intel/audit', scopes: ['admin'], operator: true, status: 200 },
  { method: 'GET', path: '/v1/intel/overrides', scopes: ['admin'], operator: true, status: 200 },
  {
    method: 'PUT',
    path: '/v1/intel/overrides',
    body: { value: 'a.example', verdict: 'allow', note: 'ours' },
    scopes: ['admin'],
    operator: true,
    status: 200,
  },
  {
    method: 'DELETE',
    path: '/v1/intel/overrides',
    query: '?value=b.example',
    scopes: ['admin'],
    operator: true,
    status: 404,
  },
  { method: 'GET', path: '/v1/auth/keys', scopes: ['admin'], status: 200 },
  { method: 'POST', path: '/v1/auth/keys', body: { name: 'n', scopes: ['risk:read'] }, scopes: ['admin'], status: 201 },
  { method: 'POST', path: '/v1/auth/keys/revoke-others', scopes: ['admin'], status: 200 },
  { method: 'DELETE', path: '/v1/auth/keys/none', scopes: ['admin'], status: 404 },
  { method: 'GET', path: '/v1/policies', scopes: ['admin'], status: 200 },
  { method: 'GET', path: '/v1/policies/templates', scopes: ['admin'], status: 200 },
  { method: 'GET', path: POLICY, scopes: ['admin'], status: 404 },
  { method: 'PUT', path: POLICY, body: { blockAt: 'high' }, scopes: ['admin'], status: 200 },
  { method: 'GET', path: `${POLICY}/versions`, scopes: ['admin'], status: 200 },
  { method: 'DELETE', path: `${POLICY}/reservations/none`, scopes: ['admin'], status: 404 },
  { method: 'DELETE', path: POLICY, scopes: ['admin'], status: 200 },
  { method: 'POST', path: '/v1/rpc-tokens', body: { name: 'wallet' }, scopes: ['admin'], status: 201 },
  { method: 'GET', path: '/v1/rpc-tokens', scopes: ['admin'], status: 200 },
  { method: 'DELETE', path: '/v1/rpc-tokens/none', scopes: ['admin'], status: 404 },
  { method: 'GET', path: '/v1/held-transactions', scopes: ['admin'], status: 200 },
  { method: 'GET', path: '/v1/held-transactions/none', scopes: ['admin'], status: 404 },
  { method: 'POST', path: '/v1/held-transactions/none/approve', scopes: ['admin'], status: 404 },
  { method: 'POST', path: '/v1/held-transactions/none/cancel', scopes: ['admin'], status: 404 },
  { method: 'POST', path: '/v1/scans/none/share', body: {}, scopes: ['scan:read', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/shares', scopes: ['scan:read', 'admin'], status: 200 },
  { method: 'DELETE', path: '/v1/shares/none', scopes: ['scan:read', 'admin'], status: 404 },
  { method: 'GET', path: '/v1/audit', scopes: ['admin'], status: 200 },
  { method: 'GET', path: '/v1/usage', scopes: [...SCOPES], status: 200 },
  { method: 'GET', path: '/v1/sandbox/scenarios', scopes: [...SCOPES], status: 200 },
  { method: 'GET', path: '/v1/networks', scopes: ['admin'], operator: true, status: 200 },
  { method: 'GET', path: '/v1/sources', scopes: ['admin'], operator: true, status: 200 },
]

/** Every route for members who are signed in, with the roles that open it; the last one signs out. */
export const MEMBER_ROUTES: { method: string; path: string; body?: unknown; roles: readonly Role[]; status: number }[] =
  [
    { method: 'GET', path: '/v1/session', roles: ROLES, status: 200 },
    { method: 'GET', path: '/v1/session/list', roles: ROLES, status: 200 },
    { method: 'DELETE', path: '/v1/session/none', roles: ROLES, status: 404 },
    { method: 'PUT', path: '/v1/members/me/password', body: {}, roles: ROLES, status: 400 },
    { method: 'GET', path: '/v1/members/me/passkeys', roles: ROLES, status: 200 },
    { method: 'POST', path: '/v1/members/me/passkeys/options', roles: ROLES, status: 200 },
    { method: 'POST', path: '/v1/members/me/passkeys/verify', body: {}, roles: ROLES, status: 400 },
    { method: 'DELETE', path: '/v1/members/me/passkeys/none', roles: ROLES, status: 404 },
    { method: 'GET', path: '/v1/members', roles: ['owner', 'admin'], status: 200 },
    { method: 'POST', path: '/v1/members', body: {}, roles: ['owner', 'admin'], status: 400 },
    { method: 'POST', path: '/v1/members/none/link', roles: ['owner', 'admin'], status: 404 },
    { method: 'PATCH', path: '/v1/members/none', body: { role: 'viewer' }, roles: ['owner', 'admin'], status: 404 },
    { method: 'DELETE', path: '/v1/members/none', roles: ['owner', 'admin'], status: 404 },
    { method: 'DELETE', path: '/v1/session', roles: ROLES, status: 200 },
  ]
