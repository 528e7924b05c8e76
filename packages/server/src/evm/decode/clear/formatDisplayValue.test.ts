import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DisplayValue } from '@redoubt/risk/facts/decodedCall.ts'
import type { ClearField } from '../../../intel/pack/packClearSigning.ts'
import { parseSignature } from '../abiTypes.ts'
import type { Described } from './fieldValues.ts'
import { fieldValues } from './fieldValues.ts'
import { formatDisplayValue } from './formatDisplayValue.ts'

const { inputs } = parseSignature('f(uint256 n,bytes data,address who,uint256[] list,(uint256 of,bytes32 word) one)')
const WHO = '0x52a7e3b57c481bcc01cd75938412fbd92242ece1'
const described: Described = {
  inputs,
  values: [30_000n, '0x0011223344', WHO, [1n, 2n, 3n], [8n, `0x${'0'.repeat(24)}${WHO.slice(2)}`]],
  container: { to: null, value: 5n, from: null },
}
const show = (path: string, format: string, params?: ClearField['params']): DisplayValue[] => {
  const field: ClearField = { path, label: 'x', format, ...(params && { params }) }
  return fieldValues(path, described).map((value) => formatDisplayValue(field, value, described))
}
const text = (words: string) => [{ as: 'text', text: words }]

test('units, durations, enumerations, addresses in words', () => {
  assert.deepEqual(show('n', 'unit', { base: '%', decimals: 5 }), text('0.3%'))
  assert.deepEqual(show('n', 'unit', { base: 'ETH', decimals: '9' }), text('0.00003ETH'))
  assert.deepEqual(show('n', 'unit', { base: 'Hz', decimals: 0, prefix: true }), text('30kHz'))
  assert.deepEqual(show('n', 'duration'), text('08:20:00'))
  assert.deepEqual(show('one.of', 'enum', { values: { 8: 'variable' } }), text('variable'))
  assert.deepEqual(show('one.of', 'enum'), text('8'))
  assert.deepEqual(show('one.word', 'addressName'), [{ as: 'address', address: WHO }])
  assert.deepEqual(show('@.value', 'amount'), [{ as: 'amount', amount: 5n, token: null, all: null }])
})

test('paths: every element, one from the end, bytes; and nothing where they lead nowhere', () => {
  assert.deepEqual(show('list.[]', 'raw'), [...text('1'), ...text('2'), ...text('3')])
  assert.deepEqual(show('list.[-1]', 'raw'), text('3'))
  assert.deepEqual(show('data.[1:3]', 'raw'), text('0x1122'))
  for (const path of [
    'list.[3]',
    'list.[-4]',
    'nobody',
    'one.nobody',
    'n.of',
    '@.to',
    '9',
    '__proto__',
    'one.__proto__',
  ])
    assert.deepEqual(show(path, 'raw'), [], path)
})

test('a format that does not fit the type shows the value as it is', () => {
  for (const format of ['tokenAmount', 'amount', 'date', 'unit', 'enum', 'duration', 'nonsense'])
    assert.deepEqual(
      show('who', format).map(({ as }) => as),
      ['text'],
      format,
    )
})
