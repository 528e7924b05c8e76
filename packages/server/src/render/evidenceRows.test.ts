import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evidenceRows } from './reportPdf.ts'

const address = `0x${'aB'.repeat(20)}`

test('names are read, values are said', () => {
  const evidence = { delegateHasCode: true, address, share: 12.5, label: null, first_seen: '2026-01-02', note: '' }
  assert.deepEqual(evidenceRows(evidence), [
    { name: 'delegate has code', lines: ['yes'] },
    { name: 'address', lines: [address] },
    { name: 'share', lines: ['12.5'] },
    { name: 'label', lines: ['not known'] },
    { name: 'first seen', lines: ['2026-01-02'] },
    { name: 'note', lines: ['(empty)'] },
  ])
})

test('a list has one line for each element and says how many it leaves out', () => {
  const [row] = evidenceRows({ addresses: Array(30).fill(address) })
  assert.deepEqual(row?.lines, [...Array(12).fill(address), 'and 18 more in the JSON report'])
  assert.deepEqual(evidenceRows({ lists: [] }), [{ name: 'lists', lines: ['none'] }])
})

test('long values and many members end, and say so', () => {
  const [row] = evidenceRows({ data: `0x${'0'.repeat(5_000)}` })
  assert.match(row?.lines[0] ?? '', /^0x0{398} … \(5002 characters in the JSON report\)$/)
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`m${index}`, index]))
  assert.deepEqual(evidenceRows(many).at(-1), { name: 'more', lines: ['4 more in the JSON report'] })
})

test('an object within is shown as JSON', () => {
  assert.deepEqual(evidenceRows({ call: { to: address } }), [{ name: 'call', lines: [`{"to":"${address}"}`] }])
})
