import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { ArenaCase } from './arenaEngine.ts'
import { compete, tableOf } from './compete.ts'
import { httpEngine } from './httpEngine.ts'

type Asked = { path: string | undefined; authorization: string | undefined; body: Record<string, unknown> }

let server: Server
let engine: ReturnType<typeof httpEngine>
const asked: Asked[] = []
const answers = new Map<string, { status?: number; data: object }>()

/** What a service of ours would answer, by the id that the request carries. */
before(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = JSON.parse(text) as Record<string, unknown>
    asked.push({ path: request.url, authorization: request.headers.authorization, body })
    const { status = 200, data } = answers.get(String(body.url ?? body.address ?? body.from)) ?? { data: {} }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: status === 200, data }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  engine = httpEngine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'svc_test_key')
})
after(async () => {
  await engine.close()
  server.close()
})

const make = (
  id: string,
  kind: ArenaCase['kind'],
  label: ArenaCase['label'],
  facts: ArenaCase['facts'],
): ArenaCase => ({
  id,
  kind,
  label,
  technique: 'made up',
  facts,
  source: 'Redoubt',
  licence: 'CC0-1.0',
})
const finding = (severity: string, id = 'some-finding') => ({ id, severity })

test('each kind is asked where its scan is, with the key, and what it is', async () => {
  asked.length = 0
  const kinds: [ArenaCase['kind'], ArenaCase['facts'], string][] = [
    ['host', { url: 'https://a.example/' }, '/v1/scan/url'],
    ['transaction', { request: { from: '0x1', to: '0x2' } }, '/v1/scan/transaction'],
    ['message', { request: { address: '0x1', method: 'personal_sign' } }, '/v1/scan/message'],
    ['contract', { request: { chain: 'ethereum', address: '0x3' }, code: '0x60' }, '/v1/scan/contract'],
  ]
  for (const [kind, facts] of kinds) await engine.judge(make('one', kind, 'honest', facts))
  assert.deepEqual(
    asked.map(({ path }) => path),
    kinds.map(([, , path]) => path),
  )
  assert.ok(asked.every(({ authorization }) => authorization === 'Bearer svc_test_key'))
  assert.deepEqual(asked.at(-1)?.body, { chain: 'ethereum', address: '0x3', options: { deadlineMs: 20_000 } })
})

const VERDICTS: [string, object, string][] = [
  ['an accusation stops', { recommendation: 'BLOCK', warnings: [finding('critical')] }, 'stop'],
  ['factors of a contract accuse too', { recommendation: 'AVOID', factors: [finding('high')] }, 'stop'],
  ['too little is known', { recommendation: 'CAUTION', warnings: [finding('medium', 'not-enough-known')] }, 'unknown'],
  ['notes are no accusation', { recommendation: 'CAUTION', warnings: [finding('low')] }, 'unknown'],
  ['REVIEW lets pass', { recommendation: 'REVIEW', warnings: [finding('medium')] }, 'pass'],
  ['SAFE', { recommendation: 'SAFE', warnings: [] }, 'pass'],
]
for (const [name, data, expected] of VERDICTS)
  test(`${name}: ${expected}`, async () => {
    const url = `https://${expected}.example/`
    answers.set(url, { data })
    const { verdict, why } = await engine.judge(make('one', 'host', 'hostile', { url }))
    assert.equal(verdict, expected)
    assert.match(why, new RegExp(`^${(data as { recommendation: string }).recommendation}`))
  })

test('an answer that is an error fails, naming the case', async () => {
  answers.set('https://error.example/', { status: 503, data: {} })
  await assert.rejects(
    Promise.resolve(engine.judge(make('case-nine', 'host', 'honest', { url: 'https://error.example/' }))),
    /case-nine answered 503/,
  )
})

test('the table counts what was stopped, accused, missed, and left undecided', async () => {
  const says = (host: string, recommendation: string, ...found: object[]) => {
    answers.set(`https://${host}.example/`, { data: { recommendation, warnings: found } })
    return { url: `https://${host}.example/` }
  }
  const cases = [
    make('caught', 'host', 'hostile', says('caught', 'BLOCK', finding('high'))),
    make('missed', 'host', 'hostile', says('missed', 'PROCEED')),
    make('unsure-of-hostile', 'host', 'hostile', says('unsure', 'CAUTION')),
    make('quiet', 'host', 'honest', says('quiet', 'PROCEED')),
    make('unsure', 'host', 'honest', says('unsure', 'CAUTION')),
    make('accused', 'host', 'honest', says('accused', 'AVOID', finding('high'))),
    make('not-asked', 'contract', 'honest', {}),
  ]
  const row = await compete(
    {
      name: 'ours',
      version: '1',
      licence: 'Apache-2.0',
      judge: (one) => (one.kind === 'contract' ? { verdict: 'unable', why: '' } : engine.judge(one)),
    },
    cases,
  )
  assert.deepEqual(row, {
    name: 'ours',
    version: '1',
    licence: 'Apache-2.0',
    hostile: 3,
    stopped: 1,
    honest: 3,
    accused: 1,
    missed: ['missed: made up', 'unsure-of-hostile: made up'],
    accusations: ['accused: AVOID some-finding'],
    undecided: ['unsure'],
  })
  assert.match(tableOf([row]), /^\| ours 1 \| Apache-2\.0 \| 1 of 3 \| 1 of 3 \| 1 \| missed, unsure-of-hostile \|$/m)
})
