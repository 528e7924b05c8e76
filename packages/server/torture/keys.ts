import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../src/store/openStore.ts'
import { withSchema } from '../src/testing/withSchema.ts'
import { SECRET } from './deliver/world.ts'
import { startNode, type TestNode } from './keys/node.ts'
import type { TortureResult } from './main.ts'

const REVOCATIONS = 100
const CANARIES = 500
/** Who asks at once, with the key that is revoked. */
const ASKING = 8
const BEFORE_MS = 60
const AFTER_MS = 150
/** Each has a thousand requests a minute. */
const ADMINS = 20
/** Of a key's end: its beginning is shown on purpose. */
const TAIL = 16

/**
 * Keys are revoked under load: no request that begins after the answer may succeed. On SQLite in one process, on PostgreSQL with one process that
 * revokes and another that is asked. And keys, used in ways that fail, may be found nowhere: logs,
 * database, errors, metrics. (Scopes at each endpoint: `http/access.e2e.ts`.) `control`: successes of keys that are only looked at, where a
 * revocation is answered for the others, and names of keys that the same search finds in the database; none of either would prove nothing.
 */
export default async function keys(): Promise<TortureResult> {
  const folder = await mkdtemp(join(tmpdir(), 'redoubt-keys-'))
  const file = join(folder, 'keys.db')
  const url = `sqlite:${file}`
  const admins = await createAdmins(url, null)
  const node = await startNode(url)
  try {
    const revoked = await endUnderLoad(node, node, admins, { rounds: REVOCATIONS, method: 'DELETE' })
    const kept = await endUnderLoad(node, node, admins, { rounds: 3, method: 'GET' })
    const errors: string[] = []
    const canaries: string[] = []
    for (let made = 0; made < CANARIES; made++) {
      const { key } = await create(node, admins[made % ADMINS] ?? '', made)
      canaries.push(key)
      errors.push(...(await misuse(node, key)))
    }
    const metrics = [(await node.call('GET', '/metrics', null)).text]
    await node.stop()
    const database = await Promise.all(
      ['', '-wal'].map(async (suffix) =>
        (await readFile(file + suffix).catch(() => Buffer.alloc(0))).toString('latin1'),
      ),
    )
    const places = { logs: [node.said()], database, errors, metrics }
    const found = Object.fromEntries(
      Object.entries(places).map(([place, texts]) => {
        const all = texts.join('\n')
        return [place, canaries.filter((key) => all.includes(key.slice(-TAIL))).length]
      }),
    )
    const bytes = Object.fromEntries(Object.entries(places).map(([place, texts]) => [place, texts.join('').length]))
    const control = { succeeded: kept.after, found: namesFound(database.join('\n')) }
    const silent = Object.values(bytes).filter((count) => count === 0).length
    const postgres = await withSchema(process.env.TORTURE_DATABASE_URL, revokeOnPostgres)
    const failed =
      lateOrIdle(revoked) +
      (postgres ? lateOrIdle(postgres) : 0) +
      silent +
      (control.succeeded > 0 && control.found === CANARIES ? 0 : 1) +
      Object.values(found).reduce((sum, count) => sum + count, 0)
    return { failed, revocations: REVOCATIONS, ...revoked, canaries: CANARIES, found, bytes, control, postgres }
  } finally {
    await node.stop()
    await rm(folder, { recursive: true })
  }
}

async function revokeOnPostgres(url: string) {
  const admins = await createAdmins(url, SECRET)
  const [a, b] = await Promise.all([startNode(url, SECRET), startNode(url, SECRET)])
  try {
    return await endUnderLoad(a, b, admins, { rounds: REVOCATIONS, method: 'DELETE' })
  } finally {
    await Promise.all([a.stop(), b.stop()])
  }
}

/** Successes that came too late; one more where nothing succeeded in time, which would prove nothing. */
function lateOrIdle({ before, after }: { before: number; after: number }): number {
  return after + (before === 0 ? 1 : 0)
}

async function createAdmins(url: string, secret: string | null): Promise<string[]> {
  const store = await openStore(url, secret)
  await store.migrate()
  const tokens: string[] = []
  for (let made = 0; made < ADMINS; made++) {
    const { id } = await store.accounts.create({ name: `keys ${made}`, plan: 'enterprise' })
    const key = { accountId: id, name: `admin ${made}`, scopes: ['admin' as const], environment: 'live' as const }
    tokens.push((await store.keys.create(key)).token)
  }
  await store.close()
  return tokens
}

async function create(node: TestNode, admin: string, no: number): Promise<{ id: string; key: string }> {
  const body = JSON.stringify({ name: `canary ${no}`, scopes: ['scan:read'] })
  const { status, text } = await node.call('POST', '/v1/auth/keys', admin, body, { 'idempotency-key': `canary-${no}` })
  if (status !== 201) throw new Error(`a key could not be made: ${text}`)
  return JSON.parse(text).data
}

/** Names of the canaries in a text. */
function namesFound(text: string): number {
  return Array.from({ length: CANARIES }, (_, made) => `canary ${made}`).filter((name) => text.includes(name)).length
}

/** How many requests succeeded before and after the revocation was answered, by when they began. With GET the key is only looked at. */
async function endUnderLoad(
  a: TestNode,
  b: TestNode,
  admins: readonly string[],
  { rounds, method }: { rounds: number; method: 'DELETE' | 'GET' },
) {
  const counts = { before: 0, after: 0, refusedAfter: 0 }
  for (let round = 0; round < rounds; round++) {
    const admin = admins[round % ADMINS] ?? ''
    const { id, key } = await create(a, admin, (method === 'GET' ? 2_000 : 1_000) + round)
    let answeredAt = Number.POSITIVE_INFINITY
    let ending = false
    const ask = async () => {
      while (!ending) {
        const began = performance.now()
        const { status } = await b.call('GET', '/v1/scans?limit=1', key)
        if (status === 200) counts[began > answeredAt ? 'after' : 'before']++
        else if (began > answeredAt && status === 401) counts.refusedAfter++
      }
    }
    const asking = Array.from({ length: ASKING }, ask)
    await new Promise((resolve) => setTimeout(resolve, BEFORE_MS))
    const path = method === 'GET' ? '/v1/auth/keys' : `/v1/auth/keys/${id}`
    const { status, text } = await a.call(method, path, admin)
    answeredAt = performance.now()
    if (status !== 200) throw new Error(`a key could not be revoked: ${text}`)
    await new Promise((resolve) => setTimeout(resolve, AFTER_MS))
    ending = true
    await Promise.all(asking)
  }
  return counts
}

/** Uses a key in ways that fail, and one that does not; the bodies of the answers. */
async function misuse(node: TestNode, key: string): Promise<string[]> {
  const asked = [
    node.call('GET', `/v1/scans?api_key=${key}`, null),
    node.call('GET', `/v1/nowhere?api_key=${key}`, null),
    node.call('GET', '/v1/webhooks', key),
    node.call('POST', '/v1/scan/transaction', key, '{"chain":'),
    node.call('POST', '/v1/scan/url', key, '{"url":1}'),
    node.call('GET', '/v1/scans?limit=x', `${key.slice(0, -1)}!`),
    node.call('GET', '/v1/scans', null, undefined, { authorization: `Basic ${key}` }),
    node.call('GET', '/v1/scans', key, undefined, { authorization: `Bearer ${key} ${key}` }),
  ]
  return (await Promise.all(asked)).map(({ text }) => text)
}
