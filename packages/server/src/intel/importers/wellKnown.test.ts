import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isReserved, isWellKnown } from './labels.ts'
import { parseText } from './testParsing.ts'

const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const UNISWAP_V2_ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const TORNADO_PROXY = '0x722122df12d4e14e13ac3b6895a86e84145b6967'
const OTHER_ACCOUNT = `0x${'5e'.repeat(20)}`
const ZERO_ADDRESS = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000100',
  '0x0000000000000000000000000000000000001010',
]
const imported = async (label: 'phishing' | 'exchange' | 'sanctioned' | 'hacker', addresses: string[]) => {
  const { entries, refused } = await parseText({
    format: 'lines',
    label,
    text: [...addresses, OTHER_ACCOUNT].join('\n'),
  })
  return [entries.map(({ value }) => value), refused.map(({ reason, count }) => `${reason} ${count}`)]
}

for (const label of ['phishing', 'exchange', 'sanctioned'] as const)
  test(`addresses without an owner are on no list of ${label}`, async () =>
    assert.deepEqual(await imported(label, ZERO_ADDRESS), [[OTHER_ACCOUNT], [`well-known ${ZERO_ADDRESS.length}`]]))

test('no list accuses what everybody deals with', async () =>
  assert.deepEqual(await imported('hacker', [WETH, UNISWAP_V2_ROUTER]), [[OTHER_ACCOUNT], ['well-known 2']]))

test('it may call it something, and a sanctions list may hold any account', async () => {
  assert.deepEqual(await imported('exchange', [WETH]), [[WETH, OTHER_ACCOUNT], []])
  assert.deepEqual(await imported('sanctioned', [WETH]), [[WETH, OTHER_ACCOUNT], []])
})

test('nor does a list of services, by the words of an entry', async () => {
  const text = `address,is\n${WETH},drainer\n${OTHER_ACCOUNT},drainer\n`
  const { entries, refused } = await parseText({
    format: 'csv',
    label: 'exchange',
    text,
    options: { column: 'address', labelColumn: 'is' },
  })
  assert.deepEqual([entries.map(({ value }) => value), refused[0]?.reason], [[OTHER_ACCOUNT], 'well-known'])
})

test('who is known as a mixer or thief may be accused', async () =>
  assert.deepEqual(await imported('hacker', [TORNADO_PROXY]), [[TORNADO_PROXY, OTHER_ACCOUNT], []]))

test('an entry of one network is only compared with what is known there; one of all networks with all', () => {
  assert.ok(isWellKnown('ethereum', UNISWAP_V2_ROUTER))
  assert.equal(isWellKnown('polygon', UNISWAP_V2_ROUTER), false)
  assert.ok(isWellKnown(null, UNISWAP_V2_ROUTER))
  assert.equal(isWellKnown(null, OTHER_ACCOUNT), false)
  assert.equal(isReserved(OTHER_ACCOUNT), false)
})

test('many of them are no sign of a wrong format', async () => {
  const text = `${OTHER_ACCOUNT}\n${`${WETH}\n`.repeat(50)}`
  const { entries, refused } = await parseText({ format: 'lines', text })
  assert.deepEqual([entries.length, refused[0]?.count], [1, 50])
})
