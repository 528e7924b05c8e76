import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import fastify from 'fastify'
import { createApp } from '../../src/composition/app.ts'
import { readConfig } from '../../src/config.ts'
import { PLAN_LIMITS } from '../../src/domain/plan.ts'
import { keepNewObjectsYoung } from '../../src/keepNewObjectsYoung.ts'

// A process of its own, so that client and server do not compete for one thread: the service with one cached score, and a
// bare Fastify that answers a constant of the same length. Talks to its parent by messages; `end` ends it.

const KEYS = 50

keepNewObjectsYoung()
const folder = mkdtempSync(join(tmpdir(), 'redoubt-score-'))
const databaseUrl = process.env.BENCH_DATABASE_URL ?? `sqlite:${join(folder, 'score.db')}`
// PostgreSQL wants a secret of the operator's; this service ends with the bench.
const secret = process.env.REDOUBT_SECRET ?? '11'.repeat(32)
const app = await createApp(
  readConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, REDOUBT_SECRET: secret }),
  () => {},
)
const url = await app.listen()
// One account, because each has cached scores of its own. That it may send so much is not what is measured.
Object.assign(PLAN_LIMITS.enterprise, { perMinute: 10_000_000 })
const account = await app.store.accounts.create({ name: `bench ${process.pid}`, plan: 'enterprise' })
const tokens: string[] = []
for (let index = 0; index < KEYS; index++) {
  const key = {
    accountId: account.id,
    name: `bench ${index}`,
    scopes: ['risk:read' as const],
    environment: 'test' as const,
  }
  tokens.push((await app.store.keys.create(key)).token)
}
const { trader } = (await app.sandbox()).world.ethereum.actors
const path = `/v1/risk/score/${trader}`
const http = createOperatorFetch()
const { status, body } = await http.fetch({
  url: `${url}${path}?deadlineMs=30000`,
  headers: { authorization: `Bearer ${tokens[0]}` },
  deadlineMs: 60_000,
  maxBytes: 1024 ** 2,
})
await http.close()
const constant = body.toString('utf8')
if (status !== 200) throw new Error(`the score could not be made: ${constant}`)

const bare = fastify()
bare.get('/constant', (_, reply) => {
  reply.type('application/json; charset=utf-8').send(constant)
})
const bareUrl = await bare.listen({ port: 0, host: '127.0.0.1' })

process.on('message', async (message) => {
  if (message !== 'end') return process.send?.({ cpu: process.cpuUsage() })
  await Promise.all([app.close(), bare.close()])
  rmSync(folder, { recursive: true, force: true })
  process.disconnect()
})
process.send?.({ bytes: body.length, bare: `${bareUrl}/constant`, ours: url + path, tokens })
