import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntelEntry } from '../../intel/ports.ts'
import { wantedEntries } from './intelWanted.ts'

const entry = (value: string, more: Partial<IntelEntry> = {}): IntelEntry => ({
  kind: 'host',
  value,
  chain: null,
  label: 'phishing',
  name: null,
  ...more,
})

test('an entry is found by kind, value, network and label, whatever its name', async () => {
  const named = entry('0xaa', { kind: 'address', chain: 'bsc', label: 'hacker', name: 'A' })
  const wanted = await wantedEntries([named, entry('a.example')])
  assert.equal(wanted.like({ ...named, name: null } as IntelEntry), named)
  for (const other of [{ kind: 'host' }, { value: '0xab' }, { chain: null }, { label: 'scammer' }] as const) {
    assert.equal(wanted.like({ ...named, ...other }), undefined)
  }
})

test('of those that say the same of the same thing the first counts; two labels are two entries', async () => {
  const wanted = await wantedEntries([
    entry('a.example', { name: 'first' }),
    entry('a.example', { name: 'second' }),
    entry('a.example', { label: 'malware' }),
  ])
  assert.equal(wanted.size(), 2)
  assert.equal(wanted.like(entry('a.example'))?.name, 'first')
})

test('a removed entry is not left', async () => {
  const wanted = await wantedEntries([entry('a.example'), entry('b.example')])
  wanted.take(entry('a.example'))
  wanted.take(entry('never.example', { label: 'scam' }))
  assert.deepEqual([...wanted.left()], [entry('b.example')])
  assert.equal(wanted.size(), 1)
})

test('keys that no database takes are left out, names are mended', async () => {
  const wanted = await wantedEntries([
    entry('a\0b'),
    entry('x'.repeat(3000)),
    entry('a.example', { name: 'a\0b\ud800' }),
  ])
  assert.deepEqual([...wanted.left()], [entry('a.example', { name: 'ab\ufffd' })])
})
