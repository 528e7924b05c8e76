import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CONTRACT_RESULT } from '../testing/testContract.ts'
import { startTestWorld, TRANSACTION } from '../testing/testWorld.ts'

const RUNS = Number(process.env.FUZZ_RUNS ?? 2000)

const HASH = `0x${'ab'.repeat(32)}`
const GOOD = [TRANSACTION.from, CONTRACT_RESULT.address, HASH, 'trader.eth', 'https://a.example/x?y=1', 'a.example/x']
const BAD = [
  ...['', '0x', `0x${'g'.repeat(40)}`, `${TRANSACTION.from}\u0000`, '..', 'constructor', '%', '%ff', 'nobody.eth'],
  ...['javascript:alert(1)', 'https://', 'https://[::1', 'https://a b', 'http:////', 'https://a\u202eb.example'],
  ...['\ud83e\udd84.eth', '0x'.padEnd(66, '0'), `https://a.example/${'%41'.repeat(900)}`, 'https://a.example/\r\nx: y'],
]
const entity = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...GOOD) },
  { weight: 3, arbitrary: fc.constantFrom(...BAD) },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)
/** As clients write it into a path: encoded, or as it is where a request line can carry that. */
const spelled = fc.tuple(entity, fc.boolean()).map(([text, encode]) => {
  const safe = /^[\x21-\x7e]*$/.test(text)
  return encode || !safe ? encodeURIComponent(text.toWellFormed()) : text
})
const member = fc.constantFrom('chain', 'type', 'fresh', 'deadlineMs', 'format', 'x', '__proto__', 'chain[]')
const value = fc.constantFrom(
  'bsc',
  'solana',
  'url',
  'address',
  'true',
  '1',
  '200',
  '-1',
  'pdf',
  'json',
  '',
  '%',
  '%00',
)
const query = fc
  .array(fc.tuple(member, value), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, text]) => `${name}=${text}`).join('&'))

test(`${RUNS} random questions about entities: never a 5xx, always the envelope or a PDF`, async () => {
  await using world = await startTestWorld()
  const statuses = new Map<number, number>()
  const key = await world.addKey()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('score', 'report'), spelled, query, async (route, text, asked) => {
      world.clock.now += 100
      const mark = text.includes('?') ? '&' : '?'
      const answer = await world.call('GET', `/v1/risk/${route}/${text}${asked && mark}${asked}`, { key })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      assert.ok(answer.status < 500, `${answer.status} for ${text}?${asked}`)
      if (answer.headers.get('content-type') === 'application/pdf') return assert.match(answer.text, /^%PDF/)
      assert.equal(answer.json.success, answer.status < 400)
    }),
    { numRuns: RUNS },
  )
  for (const status of [200, 400, 404]) assert.ok(statuses.has(status), `no ${status} among ${[...statuses]}`)
})

test('random batches: one result for each entity, in order', async () => {
  await using world = await startTestWorld()
  const key = await world.addKey()
  const items = fc.array(fc.oneof(entity, fc.record({ entity, chain: fc.constantFrom('bsc', 'polygon') })), {
    minLength: 1,
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(items, async (entities) => {
      world.clock.now += 100
      const { json, status } = await world.call('POST', '/v1/risk/scores', { key, body: { entities } })
      assert.equal(status, 200, JSON.stringify(json))
      assert.deepEqual(
        json.data.results.map((result: { entity: string }) => result.entity),
        entities.map((one) => (typeof one === 'string' ? one : one.entity)),
      )
    }),
    { numRuns: Math.ceil(RUNS / 10) },
  )
})
