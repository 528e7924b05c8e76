import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { BUCKETS } from './hostGrams.ts'
import { packWeights } from './packWeights.ts'
import { type LexicalWeights, parseWeights } from './parseWeights.ts'

/** Most weights are 0, as in a trained model; the others do not compress, so that the file has its length. */
const WEIGHTS = new Int8Array(BUCKETS)
WEIGHTS.set(createHash('shake256', { outputLength: 16_384 }).update('weights').digest())
const MODEL: LexicalWeights = {
  trained: '2026-11-21',
  bias: -0.5,
  scale: 0.03,
  norm: 0.25,
  slope: 1,
  intercept: 0.5,
  caution: { logit: 1.5, honest: 0.01 },
  avoid: { logit: 3, honest: 0.002 },
  weights: WEIGHTS,
}

test('packed code is read', () => {
  assert.deepEqual(parseWeights(packWeights(MODEL)), MODEL)
})

test('a file that was changed, cut or lengthened is refused', () => {
  const bytes = packWeights(MODEL)
  for (const at of [0, 9, 40, 5_000, bytes.length - 1]) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    assert.throws(() => parseWeights(changed), /The lexical model/, `byte ${at}`)
  }
  for (const length of [0, 8, 11, 12, bytes.length - 1])
    assert.throws(() => parseWeights(bytes.subarray(0, length)), /The lexical model/, `${length} bytes`)
  assert.throws(() => parseWeights(Buffer.concat([bytes, Buffer.alloc(1)])), /The lexical model has/)
})

test('numbers that no training gives are refused, and named', () => {
  const cases: [Partial<LexicalWeights>, RegExp][] = [
    [{ trained: 'today' }, /when it was trained/],
    [{ bias: Number.NaN }, /number bias/],
    [{ scale: 0 }, /scale and slope/],
    [{ slope: -1 }, /scale and slope/],
    [{ norm: 2 }, /norm/],
    [{ avoid: { logit: 1, honest: 0.002 } }, /before it cautions/],
    [{ caution: { logit: 1, honest: 2 } }, /caution\.honest/],
  ]
  for (const [part, message] of cases) assert.throws(() => parseWeights(packWeights({ ...MODEL, ...part })), message)
})

test('weights of another number are refused', () => {
  for (const length of [0, BUCKETS - 1, BUCKETS + 1])
    assert.throws(() => parseWeights(packWeights({ ...MODEL, weights: new Int8Array(length) })), /weights/, `${length}`)
})
