import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { operations } from './api.generated.ts'
import { type Client, createClient } from './createClient.ts'

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const HASH = `0x${'12'.repeat(32)}`
const SITE = 'https://app.example/a?b=c'

type OperationId = Exclude<keyof operations, `on${Capitalize<string>}`>

/** A call of each operation, with every part of its path and a query where it has one. */
const CALLS: Record<OperationId, (client: Client) => Promise<unknown>> = {
  scanTransaction: ({ scan }) => scan.transaction({ chain: 'ethereum', from: WALLET, to: WALLET, value: 10n ** 18n }),
  scanSentTransaction: ({ scan }) => scan.sentTransaction(HASH, { chain: 'ethereum' }),
  scanContract: ({ scan }) => scan.contract({ chain: 'bsc', address: WALLET }),
  checkIntent: ({ scan }) => scan.intent({ chain: 'ethereum', from: WALLET, to: WALLET, bounds: { payees: [WALLET] } }),
  scanMessage: ({ scan }) => scan.message({ address: WALLET, message: 'hello' }),
  scanUrl: ({ scan }) => scan.url({ url: SITE }),
  scanWallet: ({ scan }) => scan.wallet(WALLET, { includeApprovals: true }),
  verifyAddress: ({ wallet }) => wallet.verify(WALLET, { for: WALLET }),
  listApprovals: ({ wallet }) => wallet.approvals(WALLET, { limit: 10 }),
  listPermissions: ({ wallet }) => wallet.permissions(WALLET, { limit: 10 }),
  profileWallet: ({ wallet }) => wallet.profile(WALLET),
  rescueWallet: ({ wallet }) => wallet.rescue(WALLET, { safe: WALLET, sponsor: WALLET }),
  revokeApprovals: ({ wallet }) => wallet.revoke(WALLET),
  getRiskScore: ({ risk }) => risk.score(SITE, { fresh: true }),
  getRiskReport: ({ risk }) => risk.report(WALLET),
  getRiskScores: ({ risk }) => risk.scores({ entities: [WALLET] }),
  giveFeedback: ({ feedback }) => feedback.give({ entity: SITE, type: 'false_positive' }),
  listFeedback: ({ feedback }) => feedback.list({ status: 'open' }),
  resolveFeedback: ({ feedback }) => feedback.resolve('fb_1', { status: 'rejected', note: 'no' }),
  createWebhook: ({ webhooks }) => webhooks.create({ url: 'https://hooks.example', events: ['approval.new'] }),
  listWebhooks: ({ webhooks }) => webhooks.list(),
  getWebhook: ({ webhooks }) => webhooks.get('wh_1'),
  updateWebhook: ({ webhooks }) => webhooks.update('wh_1', { events: ['approval.new'] }),
  deleteWebhook: ({ webhooks }) => webhooks.delete('wh_1'),
  activateWebhook: ({ webhooks }) => webhooks.activate('wh_1'),
  rotateWebhookSecret: ({ webhooks }) => webhooks.rotateSecret('wh_1'),
  testWebhook: ({ webhooks }) => webhooks.test('wh_1'),
  listDeliveries: ({ webhooks }) => webhooks.deliveries('wh_1', { limit: 5 }),
  retryDelivery: ({ webhooks }) => webhooks.retryDelivery('wh_1', 'del_1'),
  replayEvents: ({ webhooks }) => webhooks.replay('wh_1', { since: '2026-11-21T00:00:00Z' }),
  createMonitor: ({ monitors }) => monitors.create({ address: WALLET, chain: 'ethereum' }),
  listMonitors: ({ monitors }) => monitors.list({ limit: 5 }),
  getMonitor: ({ monitors }) => monitors.get('mon_1'),
  replaceMonitor: ({ monitors }) => monitors.replace('mon_1', { address: WALLET, chain: 'ethereum' }),
  deleteMonitor: ({ monitors }) => monitors.delete('mon_1'),
  listPolicies: ({ policies }) => policies.list({ limit: 5 }),
  listPolicyTemplates: ({ policies }) => policies.templates(),
  getPolicy: ({ policies }) => policies.get(WALLET),
  putPolicy: ({ policies }) => policies.put(WALLET, { blockAt: 'high' }),
  deletePolicy: ({ policies }) => policies.delete(WALLET),
  listPolicyVersions: ({ policies }) => policies.versions(WALLET, { limit: 5 }),
  releaseReservation: ({ policies }) => policies.release(WALLET, 'res_1'),
  createRpcToken: ({ rpcTokens }) => rpcTokens.create({ name: 'a' }),
  listRpcTokens: ({ rpcTokens }) => rpcTokens.list(),
  revokeRpcToken: ({ rpcTokens }) => rpcTokens.revoke('rpc_1'),
  listHeldTransactions: ({ heldTransactions }) => heldTransactions.list({ limit: 5 }),
  getHeldTransaction: ({ heldTransactions }) => heldTransactions.get('held_1'),
  approveHeldTransaction: ({ heldTransactions }) => heldTransactions.approve('held_1'),
  cancelHeldTransaction: ({ heldTransactions }) => heldTransactions.cancel('held_1'),
  listEvents: ({ events }) => events.list({ order: 'oldest' }),
  getEvent: ({ events }) => events.get('evt_1'),
  createStreamToken: ({ events }) => events.createStreamToken({ origin: 'https://app.example' }),
  streamEvents: ({ events }) => events.stream({ lastEventId: 'abc' }).next(),
  listScans: ({ scans }) => scans.list({ limit: 5 }),
  getScanProgress: ({ scans }) => scans.progress('request-1', { waitMs: 100 }),
  getScan: ({ scans }) => scans.get('request-1'),
  getVerdict: ({ scans }) => scans.verdict('request-1'),
  listIntelSources: ({ intel }) => intel.sources(),
  lookUpIntel: ({ intel }) => intel.lookUp({ value: WALLET }),
  listIntelAudit: ({ intel }) => intel.audit({ limit: 5 }),
  listIntelOverrides: ({ intel }) => intel.overrides({ limit: 5 }),
  putIntelOverride: ({ intel }) => intel.setOverride({ value: SITE, verdict: 'allow', note: 'ours' }),
  deleteIntelOverride: ({ intel }) => intel.removeOverride({ value: SITE }),
  listKeys: ({ keys }) => keys.list(),
  createKey: ({ keys }) => keys.create({ name: 'a', scopes: ['scan:read'] }),
  revokeKey: ({ keys }) => keys.revoke('key_1', { descendants: true }),
  revokeOtherKeys: ({ keys }) => keys.revokeOthers(),
  getSession: ({ session }) => session.get(),
  signInByLink: ({ session }) => session.signInByLink({ token: 'rdl_1' }),
  signInByPassword: ({ session }) => session.signInByPassword({ name: 'ada', password: 'secret' }),
  startPasskeySignIn: ({ session }) => session.startPasskeySignIn(),
  signInByPasskey: ({ session }) => session.signInByPasskey({ response: { id: 'abc' } }),
  signOut: ({ session }) => session.signOut(),
  listSessions: ({ session }) => session.list(),
  endSession: ({ session }) => session.end('ses_1'),
  setOwnPassword: ({ session }) => session.setPassword({ password: 'correct horse battery staple' }),
  listPasskeys: ({ session }) => session.passkeys(),
  startPasskeyRegistration: ({ session }) => session.startPasskey(),
  addPasskey: ({ session }) => session.addPasskey({ name: 'laptop', response: { id: 'abc' } }),
  deletePasskey: ({ session }) => session.deletePasskey('abc'),
  listMembers: ({ members }) => members.list(),
  inviteMember: ({ members }) => members.invite({ name: 'ada', role: 'viewer' }),
  createMemberLink: ({ members }) => members.createLink('mem_1'),
  updateMember: ({ members }) => members.update('mem_1', { role: 'viewer' }),
  removeMember: ({ members }) => members.remove('mem_1', { revokeKeys: true }),
  listAuditEntries: ({ members }) => members.audit({ limit: 5 }),
  shareScan: ({ scans }) => scans.share('request-1', { expiresInHours: 24 }),
  listShares: ({ scans }) => scans.shares(),
  revokeShare: ({ scans }) => scans.revokeShare('shr_1'),
  getSharedScan: ({ scans }) => scans.shared('rdp_1'),
  getUsage: ({ usage }) => usage(),
  listSandboxScenarios: ({ sandboxScenarios }) => sandboxScenarios(),
  listNetworks: ({ networks }) => networks(),
  listSources: ({ sources }) => sources(),
  health: ({ health }) => health(),
  readiness: ({ readiness }) => readiness(),
}

type Parameter = { $ref?: string; in: string; name: string }
type Operation = { operationId: OperationId; parameters?: Parameter[]; responses: object; requestBody?: object }
const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8'),
)
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
)

/** A client whose requests are kept and refused. */
function recorded() {
  const sent: { url: URL; init: RequestInit }[] = []
  const client = createClient({
    baseUrl: 'https://redoubt.example/',
    apiKey: 'svc_test_key',
    maxRetries: 0,
    fetch: async (url, init) => {
      sent.push({ url: new URL(url), init })
      const error = { code: 'NOT_FOUND', message: 'no', details: [] }
      return Response.json({ success: false, error }, { status: 404 })
    },
  })
  return { client, sent }
}

describe('the client', () => {
  test('has a method for every operation of openapi.json', () => {
    assert.deepEqual(Object.keys(CALLS).sort(), described.map(({ operationId }) => operationId).sort())
  })

  for (const { operationId, method, path, parameters = [], requestBody, responses } of described)
    test(operationId, async () => {
      const { client, sent } = recorded()
      await assert.rejects(CALLS[operationId](client), { code: 'NOT_FOUND' })
      const [{ url, init } = assert.fail('nothing was sent')] = sent
      assert.equal(init.method, method)
      assert.match(url.pathname, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))
      const known = parameters.filter((one) => one.in === 'query').map(({ name }) => name)
      for (const name of url.searchParams.keys()) assert.ok(known.includes(name), `${name} is in no query`)
      assert.equal(init.body !== undefined, requestBody !== undefined)
      const headers = new Headers(init.headers)
      assert.equal(headers.has('idempotency-key'), '201' in responses)
      assert.equal(headers.get('authorization'), 'Bearer svc_test_key')
      assert.match(headers.get('accept') ?? '', /application\/problem\+json$/)
    })

  test('every other method is a way to use those', () => {
    const { client } = recorded()
    const names = Object.entries(client).flatMap(([noun, methods]) =>
      typeof methods === 'function' ? [noun] : Object.keys(methods).map((verb) => `${noun}.${verb}`),
    )
    const called = Object.values(CALLS).map((call) => /=> ([a-z]+(?:\.\w+)?)\(/i.exec(String(call))?.[1])
    assert.deepEqual(
      names.filter((name) => !called.includes(name)),
      [
        'scan.summary',
        'risk.reportPdf',
        'wallet.eachApproval',
        'wallet.eachPermission',
        'scans.each',
        'scans.csv',
        'webhooks.eachDelivery',
        'monitors.each',
        'policies.each',
        'policies.eachVersion',
        'events.each',
        'heldTransactions.each',
        'feedback.each',
        'intel.eachOverride',
        'intel.eachAuditRecord',
        'members.eachAuditEntry',
      ],
    )
  })

  test('amounts are sent as decimal text, entities percent-encoded', async () => {
    const { client, sent } = recorded()
    await client.scan.transaction({ chain: 'ethereum', from: WALLET, to: WALLET, value: 2n ** 64n }).catch(() => {})
    await client.risk.score(SITE).catch(() => {})
    assert.equal(JSON.parse(String(sent[0]?.init.body)).value, '18446744073709551616')
    assert.equal(sent[1]?.url.pathname, '/v1/risk/score/https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc')
  })

  test('a summary asks the same with view=summary', async () => {
    const { client, sent } = recorded()
    const { summary } = client.scan
    const asked = [
      summary.transaction({ chain: 'ethereum', from: WALLET, to: WALLET }),
      summary.sentTransaction(HASH, { chain: 'ethereum' }),
      summary.contract({ chain: 'bsc', address: WALLET }),
      summary.message({ address: WALLET, message: 'hello' }),
      summary.url({ url: SITE }),
      summary.wallet(WALLET, { includeApprovals: true }),
    ]
    for (const one of asked) await assert.rejects(one, { code: 'NOT_FOUND' })
    for (const { url } of sent) assert.equal(url.searchParams.get('view'), 'summary', url.pathname)
    assert.equal(new Set(sent.map(({ url }) => url.pathname)).size, 6)
  })

  test('a missing id is no other path', async () => {
    const { client, sent } = recorded()
    for (const id of ['', '.', '..', undefined, 5, '\ud800'])
      await assert.rejects(client.webhooks.delete(id as string), /^TypeError: .*is missing/)
    assert.deepEqual(sent, [])
  })

  test('methods called with nothing reject, and never throw', async () => {
    const { client } = recorded()
    const methods = Object.entries(client).flatMap(([noun, one]) =>
      Object.entries(typeof one === 'function' ? { [noun]: one } : one),
    )
    assert.ok(methods.length > 60)
    for (const [name, method] of methods) {
      if (typeof method !== 'function') continue
      const made = (method as () => unknown)()
      const answer = made instanceof Promise ? made : (made as AsyncGenerator).next()
      await assert.rejects(answer, Error, name)
    }
  })

  test('options that cannot be used are named, without the key', () => {
    for (const baseUrl of [
      'redoubt.example',
      'ftp://a',
      'https://u:p@a.example',
      'https://u@a.example',
      'https://a.example?x',
      'https://a.example/#x',
    ])
      assert.throws(() => createClient({ baseUrl }), /^TypeError: baseUrl: /)
    assert.throws(
      () => createClient({ baseUrl: 'https://a.example', apiKey: 'svc_live_secret\n' }),
      (error: Error) => error.message.startsWith('apiKey: expected') && !error.message.includes('secret'),
    )
  })
})

test('a client without options says what it takes', () => {
  assert.throws(() => createClient(undefined as never), /expected \{ baseUrl, apiKey \}/)
})

test('the README lists every method', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const listed = (group: string) => readme.split('\n').find((line) => line.startsWith(`| ${group} `)) ?? ''
  const missing = Object.entries(createClient({ baseUrl: 'http://127.0.0.1' })).flatMap(([group, methods]) =>
    typeof methods === 'function'
      ? [group].filter((name) => !readme.includes(`\`${name}\``))
      : Object.keys(methods)
          .filter((name) => !listed(`\`${group}\``).includes(`\`${name}`))
          .map((name) => `${group}.${name}`),
  )
  assert.deepEqual(missing, [])
})
