import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSite } from '../address/parseSite.ts'
import { BUCKETS } from './hostGrams.ts'
import { loadLexicalModel } from './loadLexicalModel.ts'
import { packWeights } from './packWeights.ts'

test('an operator’s own model is read at once, and a wrong file stops the start', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'redoubt-model-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'own.bin')
  assert.throws(() => loadLexicalModel(file), /ENOENT/)
  writeFileSync(file, Buffer.alloc(100))
  assert.throws(() => loadLexicalModel(file), /The lexical model does not begin/)
  writeFileSync(file, Buffer.alloc(300_000))
  assert.throws(() => loadLexicalModel(file), /300000 bytes/)
  writeFileSync(
    file,
    packWeights({
      trained: '2027-01-01',
      bias: 2,
      scale: 1,
      norm: 0,
      slope: 1,
      intercept: 0,
      caution: { logit: 1, honest: 0.01 },
      avoid: { logit: 3, honest: 0 },
      weights: new Int8Array(BUCKETS),
    }),
  )
  const said = loadLexicalModel(file)(parseSite('https://example.org/'))
  assert.deepEqual(said, {
    score: 0.880797,
    level: 'caution',
    top: [],
    model: { trained: '2027-01-01', caution: 0.01, avoid: 0 },
  })
})
