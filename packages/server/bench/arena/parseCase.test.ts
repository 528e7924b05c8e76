import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseCase, parseCases } from './parseCase.ts'

const HOST = {
  id: 'host-one.example',
  kind: 'host',
  label: 'hostile',
  technique: 'misspelt brand',
  facts: { url: 'https://one.example/' },
  source: 'A survey',
  licence: 'CC0-1.0',
}
const contract = (facts: object) => ({ ...HOST, id: 'contract-one', kind: 'contract', facts })

const ACCEPTED: [string, object][] = [
  ['a host', HOST],
  ['a transaction', { ...HOST, kind: 'transaction', facts: { request: { from: '0x' }, action: 'raw' } }],
  ['a contract of the sandbox', contract({ chain: 'ethereum', address: `0x${'ab'.repeat(20)}` })],
  ['a contract of the corpus', contract({ chain: 'polygon', corpus: 'plain.trap' })],
  ['a contract as creation code', contract({ chain: 'bsc', creationCode: '0x6001' })],
]
for (const [name, one] of ACCEPTED)
  test(`${name} is a case`, () => assert.deepEqual(parseCase(JSON.stringify(one)), one))

const REFUSED: [string, object | string, RegExp][] = [
  ['a list', [], /case must be an object/],
  ['no id', { ...HOST, id: undefined }, /id must be a text/],
  ['an id in capitals', { ...HOST, id: 'Host One' }, /kebab-case/],
  ['an unknown kind', { ...HOST, kind: 'wallet' }, /host-one\.example: kind must be one of host, transaction/],
  ['another label', { ...HOST, label: 'bad' }, /label must be hostile or honest/],
  ['no technique', { ...HOST, technique: ' ' }, /technique must be a text/],
  ['no source', { ...HOST, source: undefined }, /source must be a text/],
  ['no licence', { ...HOST, licence: undefined }, /licence must be a text/],
  ['no facts', { ...HOST, facts: null }, /facts must be an object/],
  ['a host without a URL', { ...HOST, facts: { url: 'one.example' } }, /facts\.url must be a URL/],
  ['a message without a request', { ...HOST, kind: 'message' }, /facts\.request/],
  ['a contract nowhere', contract({ chain: 'ethereum' }), /one of address, corpus, creationCode/],
  ['a contract in two places', contract({ chain: 'ethereum', corpus: 'a', creationCode: '0x00' }), /one of address/],
  ['a contract of another network', contract({ chain: 'solana', corpus: 'a' }), /facts\.chain must be one of/],
  ['a short address', contract({ chain: 'ethereum', address: '0xab' }), /40 hex digits/],
  ['half a byte', contract({ chain: 'ethereum', creationCode: '0x600' }), /hex digits/],
  [
    'more code than a transaction may have',
    contract({ chain: 'bsc', creationCode: `0x${'00'.repeat(49_153)}` }),
    /49152/,
  ],
]
for (const [name, one, why] of REFUSED)
  test(`no case: ${name}`, () => assert.throws(() => parseCase(JSON.stringify(one)), why))

test('an id names one case', () => {
  const line = JSON.stringify(HOST)
  assert.equal(parseCases(`${line}\n\n`).length, 1)
  assert.throws(() => parseCases(`${line}\n${line}`), /host-one\.example: another case has this id/)
})

test('every case that we publish has the format, and an honest one for each hostile one of its kind', () => {
  const folder = new URL('../../../../tools/arena/cases/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'))
  const cases = parseCases(files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n'))
  for (const kind of ['host', 'transaction', 'message', 'contract']) {
    const of = (label: string) => cases.filter((one) => one.kind === kind && one.label === label).length
    assert.ok(of('hostile') > 0, kind)
    assert.ok(Math.abs(of('hostile') - of('honest')) <= 2, `${kind}: ${of('hostile')} and ${of('honest')}`)
  }
  assert.ok(cases.filter(({ kind, label }) => kind === 'contract' && label === 'hostile').length >= 6)
})
