import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import { createApp } from '../../composition/app.ts'
import { readConfig } from '../../config.ts'
import { SCOPES } from '../../domain/apiKey.ts'
import { SESSION_SEEN_MS } from '../../domain/session.ts'
import { ERRORS, type ErrorCode } from '../../errors.ts'
import { callJavaScript, callPython } from '../../testing/contract/libraries.ts'
import { OPERATIONS } from '../../testing/contract/operations.ts'
import { startDatabaseGate } from '../../testing/databaseGate.ts'
import { postgresSchema } from '../../testing/postgresSchema.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** One of each kind of endpoint that needs nothing but a key. */
const ENDPOINTS: readonly (readonly [method: Method, path: string, body?: object])[] = [
  ['GET', '/v1/auth/keys'],
  ['POST', '/v1/auth/keys', { name: 'k', scopes: ['risk:read'] }],
  ['GET', '/v1/scans'],
  ['GET', '/v1/events'],
  ['GET', '/v1/webhooks'],
  ['GET', '/v1/monitors'],
  ['POST', '/v1/scan/url', { url: 'https://example.com' }],
  ['POST', '/v1/scan/transaction', { from: `0x${'5e'.repeat(20)}`, to: `0x${'f1'.repeat(20)}`, value: '1' }],
  ['GET', `/v1/risk/score/0x${'f1'.repeat(20)}`],
  ['POST', '/v1/feedback', { entity: 'https://example.com', verdict: 'safe' }],
]

type Answer = { success: boolean; error?: { code: string; message: string }; data: { key: string; id: string } }

async function service(databaseUrl: string) {
  const http = createOperatorFetch()
  const env = { PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, REDOUBT_SECRET: '5e'.repeat(32) }
  const app = await createApp(readConfig(env), () => {})
  const url = await app.listen()
  const { id: accountId } = await app.store.accounts.create({ name: 'outage', plan: 'enterprise', operator: true })
  const { token } = await app.store.keys.create({ accountId, name: 'k', scopes: [...SCOPES], environment: 'test' })
  return {
    app,
    accountId,
    url,
    token,
    async ask(method: Method, path: string, body?: object, key = token) {
      const response = await http.fetch({
        url: `${url}${path}`,
        // Its type has what the service itself sends.
        method: method as 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
        deadlineMs: 30_000,
        maxBytes: 2 ** 22,
      })
      const answer = JSON.parse(response.body.toString()) as Answer
      return { status: response.status, retryAfter: Number(response.headers['retry-after']), answer }
    },
    async close() {
      await app.close()
      await http.close()
    },
  }
}

/** Operations that need no database. A stream that is refused for now is asked for again, without end. */
const WITHOUT_DATABASE = ['health', 'readiness', 'streamEvents']
const LIBRARIES = [callJavaScript, ...(spawnSync('python3', ['--version']).status === 0 ? [callPython] : [])]

/** Both client libraries end with the code at each operation. */
async function assertLibrariesSay(
  code: ErrorCode,
  { url, token }: { url: string; token: string },
  wanted: (id: string) => boolean,
): Promise<void> {
  const calls = OPERATIONS.filter(({ id }) => wanted(id)).map((one) => ({ ...one, base: url, key: token }))
  assert.ok(calls.length > 0)
  for (const callAll of LIBRARIES) {
    const outcomes = await callAll(calls, {})
    const others = outcomes.flatMap((said, at) => (said.code === code ? [] : [`${calls[at]?.id}: ${said.code}`]))
    assert.deepEqual(others, [], callAll.name)
    assert.ok(outcomes.every(({ status }) => status === ERRORS[code].status))
  }
}

describe('a database outage', () => {
  test('of PostgreSQL is 503 with Retry-After everywhere, and over when the server is back', async (t) => {
    const schema = await postgresSchema()
    if (schema === null) return t.skip('no PostgreSQL server answers')
    const gate = await startDatabaseGate(schema.url)
    const { ask, close, url, token } = await service(gate.url)
    try {
      assert.equal((await ask('GET', '/v1/auth/keys')).status, 200)
      await gate.cut()
      for (const [method, path, body] of ENDPOINTS) {
        const { status, retryAfter, answer } = await ask(method, path, body)
        assert.deepEqual([status, answer.error?.code], [503, 'STORAGE_UNAVAILABLE'], `${method} ${path}`)
        assert.ok(retryAfter > 0)
      }
      await assertLibrariesSay('STORAGE_UNAVAILABLE', { url, token }, (id) => !WITHOUT_DATABASE.includes(id))
      const readiness = await ask('GET', '/readyz')
      assert.deepEqual([readiness.status, readiness.answer.error?.message], [503, 'Not ready: database (unreachable).'])
      assert.equal((await ask('GET', '/healthz')).status, 200)
      await gate.mend()
      assert.equal((await ask('GET', '/v1/auth/keys')).status, 200)
      assert.equal((await ask('GET', '/readyz')).status, 200)
    } finally {
      await close()
      await gate.cut()
      await schema.drop()
    }
  })

  test('of SQLite that another process has locked is 503 for writes, and over when it lets go', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-locked-'))
    const file = join(folder, 'x.db')
    const { ask, close } = await service(`sqlite:${file}`)
    const other = new DatabaseSync(file)
    try {
      other.exec('begin immediate')
      const create = () => ask('POST', '/v1/auth/keys', { name: 'k', scopes: ['risk:read'] })
      const { status, retryAfter, answer } = await create()
      assert.deepEqual([status, answer.error?.code, retryAfter > 0], [503, 'STORAGE_UNAVAILABLE', true])
      assert.match(answer.error?.message ?? '', /locked/)
      other.exec('rollback')
      assert.equal((await create()).status, 201)
    } finally {
      other.close()
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('by a full disk says so, and keys can still be revoked', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-full-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder]).status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      return t.skip('only root can mount a small disk')
    }
    const { app, accountId, ask, close, url, token } = await service(`sqlite:${join(folder, 'x.db')}`)
    try {
      const create = async () => (await ask('POST', '/v1/auth/keys', { name: 'k', scopes: ['admin'] })).answer.data
      const stolen = [await create(), await create(), await create()]
      const rpcToken = (await ask('POST', '/v1/rpc-tokens', { name: 't' })).answer.data
      const owner = { accountId, environment: 'test' as const }
      const { share } = await app.store.sharedScans.create({
        ...owner,
        requestId: 'r',
        createdBy: 'k',
        createdAt: 1,
        expiresAt: 9e15,
      })
      const { id: memberId } = await app.store.members.create({ accountId, name: 'm', role: 'admin', now: 1 })
      const session = { memberId, method: 'link' as const, address: '', userAgent: '', now: Date.now() }
      const signedIn = await app.store.sessions.create(session)
      const filler = join(folder, 'filler')
      fill(filler)
      const refused = await ask('POST', '/v1/auth/keys', { name: 'k', scopes: ['risk:read'] })
      assert.deepEqual([refused.status, refused.answer.error?.code], [503, 'STORAGE_FULL'], JSON.stringify(refused))
      await assertLibrariesSay('STORAGE_FULL', { url, token }, (id) => ['createKey', 'createWebhook'].includes(id))
      // The counters of requests are written each second: from then on the state of the disk is known.
      let readiness = await ask('GET', '/readyz')
      for (let tries = 0; tries < 30 && readiness.status === 200; tries++) {
        await sleep(100)
        readiness = await ask('GET', '/readyz')
      }
      assert.equal(readiness.answer.error?.message, 'Not ready: database (full).')
      for (const { id, key } of stolen) {
        assert.equal((await ask('DELETE', `/v1/auth/keys/${id}`)).status, 200)
        fill(filler)
        assert.equal((await ask('GET', '/v1/auth/keys', undefined, key)).answer.error?.code, 'EXPIRED_API_KEY')
      }
      const later = Date.now() + SESSION_SEEN_MS
      assert.notEqual(await app.store.sessions.find(signedIn.token, later, true), null, 'a session is of use still')
      for (const revoke of [
        async () => (await ask('DELETE', `/v1/rpc-tokens/${rpcToken.id}`)).status === 200,
        async () => (await ask('DELETE', `/v1/shares/${share.id}`)).status === 200,
        () => app.store.sessions.end(memberId, signedIn.opened.session.id),
        async () => (await app.store.members.remove(accountId, memberId)) !== null,
      ]) {
        fill(filler)
        assert.equal(await revoke(), true, String(revoke))
      }
      unlinkSync(filler)
      assert.equal((await ask('POST', '/v1/auth/keys', { name: 'k', scopes: ['risk:read'] })).status, 201)
    } finally {
      await close()
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** Writes until nothing fits any more. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  for (let size = 2 ** 20; size >= 512; size /= 2)
    for (;;) {
      try {
        if (writeSync(descriptor, Buffer.alloc(size)) < size) break
      } catch {
        break
      }
    }
  closeSync(descriptor)
}
