import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { keyringOf } from '../store/keyring.ts'
import { createVerdictSigner } from '../store/verdictSigner.ts'
import { readVerdict, type Verdict, VerdictRefused, writeVerdict } from './verdictFile.ts'

const OLD = 'aa'.repeat(32)
const NEW = 'bb'.repeat(32)
const VERDICT: Verdict = {
  kind: 'contract',
  madeAt: '2026-11-28T00:00:00.000Z',
  rulesetVersion: '2026.11.28',
  software: '0.9.0',
  settings: {
    environment: 'test',
    clock: 1,
    seed: '00'.repeat(32),
    chains: ['ethereum'],
    compareEndpoints: false,
    recentBlocks: {},
    intelAsOf: '2026-11-28',
    listRevision: '1',
    readers: [],
    clearSigning: null,
  },
  input: { address: '0xab' },
  answer: '{"riskScore":1}',
  leftOut: [],
  reads: new Map([['ethereum.head []', { value: { number: { $bigint: '5' } } }]]),
}

function file(signer = createVerdictSigner(keyringOf(OLD)), verdict = VERDICT): Buffer {
  const written = writeVerdict(verdict, signer)
  assert.ok(written)
  return Buffer.from(written.text)
}

test('a verdict is read as it was written, with one line feed at the end or none', () => {
  const { keys } = createVerdictSigner(keyringOf(OLD))
  for (const bytes of [file(), Buffer.concat([file(), Buffer.from('\n')])])
    assert.deepEqual(readVerdict(bytes, keys()), { verdict: VERDICT, kid: keys()[0]?.kid })
})

test('every bit counts', () => {
  const { keys } = createVerdictSigner(keyringOf(OLD))
  const bytes = Buffer.concat([file(), Buffer.from('\n')])
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    assert.throws(() => readVerdict(changed, keys()), VerdictRefused, `bit ${bit}`)
  }
})

test('other ways to write the same are refused', () => {
  const { keys } = createVerdictSigner(keyringOf(OLD))
  const text = file().toString()
  for (const other of [
    `${text}\n\n`,
    ` ${text}`,
    `${text}=`,
    text.replace('.', '=.'),
    `\ufeff${text}`,
    '',
    '..',
    'a.b.c',
  ])
    assert.throws(() => readVerdict(Buffer.from(other), keys()), VerdictRefused)
})

test('a rotation adds a key: what the earlier one signed still verifies', () => {
  const rotated = createVerdictSigner(keyringOf(`${NEW},${OLD}`))
  const [current, earlier, ...more] = rotated.keys()
  assert.equal(more.length, 0)
  assert.notEqual(current?.kid, earlier?.kid)
  assert.equal(readVerdict(file(), rotated.keys()).kid, earlier?.kid)
  assert.equal(readVerdict(file(rotated), rotated.keys()).kid, current?.kid)
  assert.throws(() => readVerdict(file(rotated), createVerdictSigner(keyringOf(OLD)).keys()), { reason: 'unknown-key' })
})

test('a verdict that is too large is not written', () => {
  const signer = createVerdictSigner(keyringOf(OLD))
  const { length } = file()
  assert.notEqual(writeVerdict(VERDICT, signer, length), null)
  assert.equal(writeVerdict(VERDICT, signer, length - 1), null)
})

test('a key that has the name of another is refused, and so is one of another kind', () => {
  const [own] = createVerdictSigner(keyringOf(OLD)).keys()
  const [stranger] = createVerdictSigner(keyringOf(NEW)).keys()
  assert.ok(own && stranger)
  const { x: ed448 } = generateKeyPairSync('ed448').publicKey.export({ format: 'jwk' })
  const { x: exchange } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })
  // Signed by the stranger, in the name of the first service.
  const forged = file({
    keys: () => [own],
    sign: (bytes) => ({ ...createVerdictSigner(keyringOf(NEW)).sign(bytes), kid: own.kid }),
  })
  const others: unknown[] = [
    { ...own, x: stranger.x },
    { ...own, crv: 'Ed448', x: ed448 },
    { ...own, crv: 'X25519', x: exchange },
    { ...own, kty: 'oct', k: 'AA' },
    { kid: own.kid },
    null,
  ]
  for (const key of others)
    for (const bytes of [file(), forged])
      assert.throws(() => readVerdict(bytes, [key as typeof own]), { reason: 'unknown-key' }, JSON.stringify(key))
})
