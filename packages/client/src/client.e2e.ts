import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { SCOPES } from '../../server/src/domain/apiKey.ts'
import { quietApp } from '../../server/src/testing/quietApp.ts'
import { type api, type Client, createClient } from './index.ts'

const VICTIM = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const DRAINER = '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac'
/** Machines that run tests are busy. */
const PATIENT = { deadlineMs: 30_000 }
const HONEYPOT = '0xEB53DB7800A5C12ee5E79406361cfB6e75534778'

const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const sectionOf = (title: string) => README.split(/^## /m).find((section) => section.startsWith(title)) ?? assert.fail()
const [, BLOCK = ''] = /```js\n([\s\S]*?)```/.exec(sectionOf('Block a drain')) ?? []
const [, ASK = '', PRINTED = ''] =
  /```js\n([\s\S]*?)```[\s\S]*?It prints:\n\n```text\n([\s\S]*?)```/.exec(sectionOf('Ask the service')) ?? []

/** The page that the first example is on: a wallet that keeps what reaches it. */
const PAGE = `const apiKey = process.env.KEY
const drain = { from: '0xC022C85bCe79a889068e142c337e7d8EC5BEa139', to: '0xFC97d3520BAbfc504273A14fa6DE19569F1178ac',
  value: '0x65817a4ac1bedb', data: '0x4e71d92d' }
const answers = { eth_chainId: '0x1', eth_accounts: [drain.from] }
globalThis.window = { ethereum: { request: async ({ method }) => answers[method] ?? console.log('sent', method) } }
`

// Every method group of the client against the service, on the sandbox.
describe('the client and the service', () => {
  let service: Awaited<ReturnType<typeof quietApp>>
  let client: Client

  before(async () => {
    service = await quietApp('test')
    const { accounts, keys } = service.app.store
    const account = await accounts.create({ name: 'client', plan: 'enterprise', operator: true })
    const { token } = await keys.create({ accountId: account.id, name: 'c', scopes: [...SCOPES], environment: 'test' })
    client = createClient({ baseUrl: service.url, apiKey: token, timeoutMs: 90_000 })
  })
  after(() => service?.app.close())

  test('scans, and lists what it scanned', async () => {
    const drain = await client.scan.transaction(
      { chain: 'ethereum', from: VICTIM, to: DRAINER, value: 28571428571428571n, data: '0x4e71d92d', options: PATIENT },
      { requestId: 'client-e2e-1' },
    )
    assert.equal(drain.recommendation, 'BLOCK')
    const contract = await client.scan.contract({ chain: 'ethereum', address: HONEYPOT, options: PATIENT })
    assert.equal(contract.isHoneypot, true)
    const message = await client.scan.message({ address: VICTIM, message: 'hello' })
    assert.ok(['PROCEED', 'REVIEW'].includes(message.recommendation))
    const site = await client.scan.url({ url: 'https://lantern-airdrop.test/' })
    assert.equal(site.recommendation, 'BLOCK')
    const { chain } = await client.scan.wallet(VICTIM)
    assert.equal(chain, 'ethereum')

    const kept = await client.scans.get('client-e2e-1')
    assert.equal(kept.riskScore, drain.riskScore)
    const kinds: string[] = []
    for await (const { kind } of client.scans.each({ limit: 2 })) kinds.push(kind)
    assert.deepEqual(kinds.sort(), ['contract', 'message', 'transaction', 'url', 'wallet'])
    assert.match(await client.scans.csv({ limit: 1 }), /^requestId,/)
  })

  test('scores and reports', async () => {
    const { riskScore, riskLevel } = await client.risk.score(DRAINER)
    assert.ok(riskScore >= 60, riskLevel)
    const { results } = await client.risk.scores({ entities: [DRAINER, HONEYPOT] })
    assert.equal(results.length, 2)
    const report = await client.risk.report(DRAINER)
    assert.equal(report.summary.riskScore, riskScore)
    const pdf = await client.risk.reportPdf(DRAINER)
    assert.equal(new TextDecoder().decode(pdf.slice(0, 5)), '%PDF-')
  })

  test('reads and revokes approvals', async () => {
    const listed: string[] = []
    for await (const { spender } of client.wallet.eachApproval(VICTIM, { limit: 2 })) listed.push(spender)
    const { summary } = await client.wallet.approvals(VICTIM)
    assert.equal(listed.length, summary.total)
    const { transactions } = await client.wallet.revoke(VICTIM, { all: 'all' })
    assert.ok(transactions.length > 0)
    assert.ok((await client.wallet.profile(VICTIM)).holdings)
    assert.equal((await client.wallet.verify(DRAINER)).address, DRAINER)
  })

  test('an error names the member and what to send instead', async () => {
    const misspelt = { chain: 'ethereum' as const, from: VICTIM, to: DRAINER, callData: '0x4e71d92d' }
    await assert.rejects(client.scan.transaction(misspelt, { requestId: 'client-e2e-2' }), {
      name: 'ApiError',
      code: 'VALIDATION_ERROR',
      status: 400,
      requestId: 'client-e2e-2',
      details: [{ path: 'body.callData', message: 'unknown member; did you mean data?', suggestion: 'data' }],
    })
    const ignored: unknown[] = []
    const lenient = { lenient: true, onMeta: (meta: api.Meta) => ignored.push(meta.ignored) }
    assert.notEqual((await client.scan.transaction(misspelt, lenient)).recommendation, 'PROCEED')
    assert.deepEqual(ignored, [['callData']])
  })

  test('manages keys, monitors, webhooks and feedback', async () => {
    const { id, key } = await client.keys.create({ name: 'second', scopes: ['scan:read'] })
    const other = createClient({ baseUrl: service.url, apiKey: key })
    await assert.rejects(other.webhooks.list(), { code: 'INSUFFICIENT_SCOPE' })
    assert.deepEqual(await client.keys.revoke(id), { id, revoked: true })
    await assert.rejects(other.scans.list(), { code: 'EXPIRED_API_KEY' })
    assert.ok((await client.keys.list()).keys.length > 0)

    const monitor = await client.monitors.create({ address: VICTIM, chain: 'ethereum' })
    const replaced = await client.monitors.replace(monitor.id, {
      address: VICTIM,
      chain: 'ethereum',
      alerts: { largeTransfer: { threshold: 5 } },
    })
    assert.equal(replaced.alerts.largeTransfer.threshold, 5)
    assert.equal((await client.monitors.get(monitor.id)).id, monitor.id)
    for await (const one of client.monitors.each()) assert.equal(one.id, monitor.id)
    assert.deepEqual(await client.monitors.delete(monitor.id), { id: monitor.id, deleted: true })

    const given = await client.feedback.give({ entity: HONEYPOT, type: 'false_positive', note: 'ours' })
    const decided = await client.feedback.resolve(given.id, { status: 'rejected', note: 'It is a honeypot' })
    assert.equal(decided.status, 'rejected')
    assert.ok((await client.intel.sources()).sources)
    assert.ok((await client.intel.audit({ limit: 1 })).records)
    assert.ok((await client.intel.lookUp({ value: HONEYPOT })).entries)
  })

  test('streams what happens, and lists it', async () => {
    const { id } = await client.webhooks.create({ url: 'https://hooks.example.org/a', events: ['approval.new'] })
    const stop = new AbortController()
    const next = client.events.stream({ signal: stop.signal }).next()
    // The stream begins with what happens after it was opened.
    let told: api.Event | undefined
    next.then(({ value }) => {
      told = value ?? undefined
    })
    for (let count = 0; told === undefined && count < 20; count++) {
      await client.webhooks.test(id)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    assert.equal(told?.type, 'webhook.test')
    assert.ok(told.type === 'webhook.test' && told.data.webhookId === id)
    stop.abort()
    const { id: eventId } = told
    assert.equal((await client.events.get(eventId)).id, eventId)
    for await (const event of client.events.each({ order: 'oldest' })) {
      assert.equal(event.id, eventId)
      break
    }
    assert.ok((await client.webhooks.deliveries(id)).deliveries.length > 0)
    assert.match((await client.webhooks.rotateSecret(id)).secret, /^whsec_/)
    assert.equal((await client.webhooks.update(id, { events: ['approval.revoked'] })).events[0], 'approval.revoked')
    assert.equal((await client.webhooks.activate(id)).status, 'active')
    const { enqueued } = await client.webhooks.replay(id, { since: '2026-01-01T00:00:00Z', types: ['webhook.test'] })
    assert.ok(enqueued >= 0)
    assert.deepEqual(await client.webhooks.delete(id), { id, deleted: true })
    assert.equal((await client.health()).status, 'ok')
    assert.equal((await client.readiness()).status, 'ready')
  })

  // Last: the examples ask with the short deadline of a default, which a cold engine may miss.
  test('the examples of the README do what it says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'redoubt-readme-'))
    const run = async (program: string) => {
      const file = join(folder, 'example.mjs')
      const source = (path: string) => `'${pathToFileURL(join(import.meta.dirname, path)).href}'`
      const text = program
        .replaceAll(`'@redoubt/client/guard'`, source('guard/index.ts'))
        .replaceAll(`'@redoubt/client'`, source('index.ts'))
        .replaceAll('http://127.0.0.1:8080', service.url)
      writeFileSync(file, text)
      const env = { ...process.env, KEY: service.tokens[0] }
      return promisify(execFile)(process.execPath, [file], { env })
    }
    try {
      const shown = PRINTED.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '.*')
      assert.match((await run(ASK)).stdout, new RegExp(`^${shown}$`))
      const refused = await run(PAGE + BLOCK).catch((error: { stdout: string; stderr: string }) => error)
      assert.match(refused.stderr, /GuardRefusal: Refused eth_sendTransaction \(BLOCK\): You lose /)
      assert.equal(refused.stdout, '')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
