import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHAINS } from '@redoubt/risk/chain.ts'
import { type IntelEntry, LIST_LABELS } from '../ports.ts'
import { addBatch, batchesOf } from './entryBatches.ts'

test('entries of every kind, network and label come through batches as they were', () => {
  const entries = (['address', 'host', 'url', 'hash'] as const).flatMap((kind) =>
    [null, ...CHAINS].flatMap((chain) =>
      LIST_LABELS.flatMap((label) =>
        Array.from({ length: 10 }, (_, index): IntelEntry => {
          return { kind, value: `${kind}-${index}`, chain, label, name: index % 2 === 0 ? null : `name ${index}` }
        }),
      ),
    ),
  )
  const received: IntelEntry[] = []
  let batches = 0
  for (const batch of batchesOf(entries)) {
    batches++
    addBatch(received, structuredClone(batch))
  }
  assert.ok(batches > 1)
  assert.deepEqual(received, entries)
  assert.deepEqual([...batchesOf([])], [])
})

test('a batch that no such thread sent is an error', () => {
  const [batch] = batchesOf([{ kind: 'host', value: 'a.example', chain: null, label: 'scam', name: null }])
  assert.ok(batch)
  assert.throws(() => addBatch([], { ...batch, labels: Uint8Array.of(99) }), RangeError)
})
