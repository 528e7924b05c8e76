import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createOperatorFetch } from '@redoubt/egress/operatorFetch.ts'
import type { Address } from '@redoubt/risk/address.ts'
import type { RiskReport } from '@redoubt/risk/report/report.ts'
import { getAddress } from 'viem/utils'
import { namehash } from '../../intel/onchain/ensName.ts'
import { answering } from '../../intel/onchain/testing/answering.ts'
import { type NodeRpc, nodeRpc } from '../../sandbox/nodeRpc.ts'
import { allSites } from '../../sandbox/sites/allSites.ts'
import { sandboxWorld } from '../../sandbox/world.ts'
import { quietApp } from '../../testing/quietApp.ts'
import type { EntityScore } from '../../usecases/reports/renderScore.ts'

type Score = EntityScore & { age: number }

const world = sandboxWorld('ethereum')
const REGISTRY: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'
const RESOLVER: Address = `0x${'e5'.repeat(20)}`
const word = (address: Address) => `0x${address.slice(2).padStart(64, '0')}` as const
const deadline = 'deadlineMs=25000'

let service: Awaited<ReturnType<typeof quietApp>>
let key: string
let operatorKey: string
let rpc: NodeRpc
const http = createOperatorFetch()
const folder = mkdtempSync(join(tmpdir(), 'redoubt-report-'))
before(async () => {
  service = await quietApp('test')
  const [account] = await service.app.store.accounts.list()
  assert.ok(account)
  const scopes = ['risk:read', 'scan:read', 'wallet:read'] as const
  const made = await service.app.store.keys.create({
    accountId: account.id,
    name: 'risk',
    scopes: [...scopes],
    environment: 'test',
  })
  key = made.token
  const operator = { accountId: account.id, name: 'operator', scopes: ['admin' as const], environment: 'test' as const }
  operatorKey = (await service.app.store.keys.create(operator)).token
  const { rpcUrls } = await service.app.sandbox()
  rpc = nodeRpc(rpcUrls.ethereum, http)
})
after(async () => {
  await http.close()
  await service.app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function send(method: 'POST' | 'PATCH', path: string, body: object) {
  const response = await fetch(`${service.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { data, error } = (await response.json()) as { data: { id: string }; error?: object }
  assert.ok(response.ok, JSON.stringify(error))
  return data
}
async function get(path: string) {
  const { status, body, headers } = await http.fetch({
    url: `${service.url}/v1/${path}`,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
    deadlineMs: 60_000,
    maxBytes: 4 * 1024 ** 2,
  })
  return { status, body, headers, json: () => JSON.parse(body.toString('utf8')) }
}
async function data<Data>(path: string): Promise<Data> {
  const { status, json } = await get(path)
  assert.equal(status, 200, JSON.stringify(json().error))
  return json().data
}
const score = (entity: string, query = '') => data<Score>(`risk/score/${entity}?${deadline}${query}`)
const report = (entity: string) => data<RiskReport>(`risk/report/${entity}?${deadline}`)
const ids = (findings: readonly { id: string }[]) => findings.map(({ id }) => id)

describe('scores of the sandbox’s people, contracts and sites', () => {
  const { actors, traps, tokens } = world

  test('a wallet scores what its scan says', async () => {
    const scan = await data<{ riskScore: number; riskFactors: { id: string }[]; blockNumber: string }>(
      `scan/wallet/${actors.sanctioned}?${deadline}`,
    )
    const { entityType, riskScore, riskLevel, factors, blockNumber, complete } = await score(actors.sanctioned)
    assert.deepEqual([entityType, riskScore, riskLevel], ['wallet', scan.riskScore, 'critical'])
    assert.deepEqual(factors[0]?.id, scan.riskFactors[0]?.id)
    assert.deepEqual([blockNumber, complete], [scan.blockNumber, true])
  })

  test('an account with a delegate is a person’s', async () =>
    assert.equal((await score(actors.delegated)).entityType, 'wallet'))

  test('a contract is judged by its code and its trades', async () => {
    const trap = await score(traps.honeypot)
    assert.deepEqual([trap.entityType, trap.riskLevel, trap.recommendation], ['contract', 'critical', 'BLOCK'])
    assert.ok(ids(trap.factors).includes('honeypot-token'), ids(trap.factors).join())
    const honest = await score(tokens.honest)
    assert.ok(honest.riskScore < trap.riskScore)
  })

  test('a trap of a site is told from its honest twin, raw and encoded', async () => {
    const sites = allSites(world)
    const trap = sites.find(({ name }) => name === 'seed-phrase-form') ?? sites[0]
    const twin = sites.find(({ twinOf }) => twinOf === trap?.name)
    assert.ok(trap && twin)
    const raw = await score(trap.url)
    assert.deepEqual([raw.entityType, raw.chain, raw.blockNumber], ['url', null, null])
    assert.match(raw.riskLevel, /^(high|critical)$/)
    const encoded = await score(encodeURIComponent(trap.url))
    assert.deepEqual([encoded.riskScore, encoded.canonical], [raw.riskScore, raw.canonical])
    assert.ok((await score(encodeURIComponent(twin.url))).riskScore < 60)
  })

  test('a hash is found on whichever network has it', async () => {
    const block = (await rpc('eth_getBlockByNumber', ['latest', true])) as { transactions: { hash: string }[] }
    let sent = block.transactions[0]
    for (let number = 250; sent === undefined; number--) {
      const older = (await rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as typeof block
      sent = older.transactions[0]
    }
    const found = await score(sent.hash.toUpperCase().replace('0X', '0x'))
    assert.deepEqual([found.entityType, found.chain, found.canonical], ['transaction', 'ethereum', sent.hash])
    const { status, json } = await get(`risk/score/0x${'00'.repeat(31)}01`)
    assert.deepEqual([status, json().error.code], [404, 'NOT_FOUND'])
  })

  test('a name stands for its address; an unregistered name is not found', async () => {
    const node = namehash('exploiter.eth')
    const registry = answering({ [`resolver(bytes32) ${node}`]: word(RESOLVER) })
    await rpc('anvil_setCode', [REGISTRY, registry])
    await rpc('anvil_setCode', [RESOLVER, answering({ [`addr(bytes32) ${node}`]: word(actors.sanctioned) })])
    const named = await score('Exploiter.eth')
    assert.deepEqual([named.entity, named.entityType], ['Exploiter.eth', 'wallet'])
    assert.equal(named.canonical, getAddress(actors.sanctioned))
    assert.equal(named.riskLevel, 'critical')
    const { status, json } = await get('risk/score/nobody-at-all.eth')
    assert.deepEqual([status, json().error.code], [404, 'NOT_FOUND'])
  })

  test('a repeated answer is the same, byte for byte but for its age', async () => {
    const first = await score(actors.trader)
    const second = await score(actors.trader)
    assert.deepEqual({ ...second, age: first.age }, first)
    const forced = await score(actors.trader, '&fresh=true')
    assert.ok(forced.lastUpdated > first.lastUpdated)
    // The same block, the same words.
    assert.deepEqual({ ...forced, lastUpdated: first.lastUpdated, age: first.age }, first)
  })
})

describe('reports', () => {
  const { actors, traps } = world
  const [site] = allSites(world)

  test('factors sum to the score that the entity has; today is the last day of its history', async () => {
    for (const entity of [actors.trader, traps.honeypot, site?.url ?? '']) {
      const { summary, riskBreakdown, history, sources, rulesetVersion } = await report(entity)
      const impacts = Object.values(riskBreakdown).flatMap(({ factors }) => factors.map(({ impact }) => impact))
      assert.equal(
        impacts.reduce((sum, impact) => sum + impact, 0),
        summary.riskScore,
        entity,
      )
      assert.equal(summary.riskScore, (await score(entity)).riskScore)
      const last = history.at(-1)
      assert.deepEqual([last?.score, last?.rulesetVersion], [summary.riskScore, rulesetVersion])
      assert.ok(sources.length > 0)
    }
  })

  test('the PDF is sound, the same each time, and has what the JSON says', async (t) => {
    const json = await report(traps.honeypot)
    const ask = () => get(`risk/report/${traps.honeypot}?${deadline}&format=pdf`)
    const first = await ask()
    assert.equal(first.status, 200)
    assert.equal(first.headers['content-type'], 'application/pdf')
    assert.deepEqual((await ask()).body, first.body)
    const file = join(folder, 'report.pdf')
    writeFileSync(file, first.body)
    const checked = spawnSync('qpdf', ['--check', file], { encoding: 'utf8' })
    if (checked.error) return t.skip('no qpdf on this machine')
    assert.equal(checked.status, 0, checked.stdout + checked.stderr)
    const text = spawnSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    if (text.error) return t.skip('no pdftotext on this machine')
    assert.ok(text.stdout.includes(String(json.summary.riskScore)))
    assert.ok(text.stdout.replaceAll(/\s/g, '').includes(traps.honeypot))
  })

  test('sixty requests at once take none from another account', async () => {
    const other = await service.app.store.accounts.create({ name: 'other', plan: 'pro' })
    const { token } = await service.app.store.keys.create({
      accountId: other.id,
      name: 'risk',
      scopes: ['risk:read' as const],
      environment: 'test',
    })
    const pdf = (as: string) =>
      http.fetch({
        url: `${service.url}/v1/risk/report/${actors.trader}?${deadline}&format=pdf`,
        method: 'GET',
        headers: { authorization: `Bearer ${as}` },
        deadlineMs: 60_000,
        maxBytes: 4 * 1024 ** 2,
      })
    // Both have the judgement: only the drawing is left.
    await Promise.all([pdf(key), pdf(token)])
    const many = Array.from({ length: 60 }, () => pdf(key))
    assert.equal((await pdf(token)).status, 200)
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join())
    for (const status of statuses) assert.ok(status === 200 || status === 429, statuses.join())
  })
})

describe('feedback that an operator accepts', () => {
  const { actors, tokens } = world
  const decide = async (feedback: object, decision: object) => {
    const { id } = await send('POST', 'feedback', feedback)
    await send('PATCH', `feedback/${id}`, {
      status: 'accepted',
      note: 'seen in case 117',
      ofTestKey: true,
      ...decision,
    })
  }
  /** Lists are looked at every five seconds; until then answers are the old ones. The test runner ends what never comes. */
  const until = async (entity: string, id: string): Promise<Score> => {
    for (;;) {
      const found = await score(entity)
      if (ids(found.factors).includes(id)) return found
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }

  test('is in the results of wallets, contracts and sites from then on', async () => {
    const honest = allSites(world).find(({ kind }) => kind === 'honest')
    assert.ok(honest)
    await decide({ entity: tokens.honest, type: 'false_positive' }, {})
    await decide({ entity: actors.friend, type: 'false_positive' }, {})
    await decide({ entity: honest.url, type: 'false_negative' }, { label: 'phishing' })
    await decide({ entity: actors.collector, type: 'false_negative' }, { label: 'scammer' })
    const contract = await until(tokens.honest, 'allow-listed-contract')
    assert.ok(ids(contract.factors).includes('allow-listed-contract'), ids(contract.factors).join())
    const wallet = await until(actors.friend, 'allow-listed-wallet')
    assert.match(wallet.factors.find(({ id }) => id === 'allow-listed-wallet')?.description ?? '', /seen in case 117/)
    assert.equal((await until(honest.url, 'block-listed-site')).riskLevel, 'critical')
    const denied = await until(actors.collector, 'flagged-wallet')
    assert.equal(denied.riskLevel, 'critical')
  })

  test('as a false positive takes nothing back that a page shows', async () => {
    for (const [name, found] of [
      ['seed-phrase-form', 'seed-phrase-form'],
      ['exchange-login', 'credential-phishing-form'],
    ] as const) {
      const trap = allSites(world).find((site) => site.name === name)
      assert.ok(trap)
      const before = await score(trap.url)
      await decide({ entity: trap.url, type: 'false_positive' }, {})
      const after = await until(trap.url, 'allow-listed-site')
      assert.ok(ids(after.factors).includes('allow-listed-site'), ids(after.factors).join())
      assert.ok(ids(after.factors).includes(found), ids(after.factors).join())
      const shown = ({ factors }: Score) => factors.find(({ id }) => id === found)?.description
      assert.equal(shown(after), shown(before))
      assert.match(after.recommendation, /^(AVOID|BLOCK)$/)
    }
  })
})
