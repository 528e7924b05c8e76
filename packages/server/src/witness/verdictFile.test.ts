import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { MAX_UNPACKED_BYTES, MAX_VERDICT_BYTES } from '../domain/verdict.ts'
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

test('a refusal says what is wrong', () => {
  const signer = createVerdictSigner(keyringOf(OLD))
  const [key] = signer.keys()
  assert.ok(key)
  const [, payload, signature] = file().toString().split('.')
  const whole = Buffer.alloc(MAX_VERDICT_BYTES + 1, 'a')
  const cases: { bytes: Buffer; keys?: unknown[]; reason: VerdictRefused['reason']; says: RegExp }[] = [
    { bytes: Buffer.from('x'), reason: 'malformed', says: /^The file is not a verdict of Redoubt\.$/ },
    { bytes: whole, reason: 'malformed', says: /^The file is not a verdict/ },
    {
      bytes: Buffer.concat([whole, Buffer.from('a')]),
      reason: 'malformed',
      says: /larger than a verdict may be \(\d+ bytes\)/,
    },
    { bytes: Buffer.from(`e30.${payload}.${signature}`), reason: 'malformed', says: /^The file is not a verdict/ },
    { bytes: file(), keys: [], reason: 'unknown-key', says: new RegExp(`names the key ${key.kid}, which`) },
    {
      bytes: file(),
      keys: [{ ...key, crv: 'X25519' }],
      reason: 'unknown-key',
      says: new RegExp(`given key ${key.kid} is not an Ed25519 key`),
    },
    { bytes: Buffer.from(`${file().toString().slice(0, -4)}AAAA`), reason: 'changed', says: /signature does not fit/ },
  ]
  for (const { bytes, keys = [key], reason, says } of cases)
    assert.throws(() => readVerdict(bytes, keys as never), { name: 'VerdictRefused', reason, message: says })
})

test('a key is an Ed25519 key under its thumbprint, whatever else it says of itself', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  // The thumbprint of RFC 7638 has the members in the order of their names.
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url')
  const own = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' } as never
  const written = file({ keys: () => [own], sign: (bytes) => ({ kid, signature: sign(null, bytes, privateKey) }) })
  assert.equal(readVerdict(written, [own]).kid, kid)
  for (const other of [{ kty: 'okp' }, { crv: 'ed25519' }, { kty: undefined }, { crv: undefined }])
    assert.throws(() => readVerdict(written, [{ ...(own as object), ...other } as never]), { reason: 'unknown-key' })
})

test('signed content that is no verdict is refused with the reason', () => {
  const signer = createVerdictSigner(keyringOf(OLD))
  const [key] = signer.keys()
  assert.ok(key)
  const [header] = file().toString().split('.')
  const signedOf = (packed: Buffer) => {
    const text = `${header}.${packed.toString('base64url')}`
    return Buffer.from(`${text}.${Buffer.from(signer.sign(Buffer.from(text)).signature).toString('base64url')}`)
  }
  const refused = (packed: Buffer, message: RegExp) =>
    assert.throws(() => readVerdict(signedOf(packed), [key]), { reason: 'malformed', message })
  refused(Buffer.from('not compressed'), /^The signed content cannot be read: .+\.$/)
  refused(zstdCompressSync(Buffer.from('{"format":"redoubt-verdict/2"}')), /a verdict of the format redoubt-verdict\/2/)
  refused(zstdCompressSync(Buffer.from('x')), /cannot be read: .*JSON/)
  refused(zstdCompressSync(Buffer.alloc(MAX_UNPACKED_BYTES + 1)), /cannot be read/)
})

test('what unpacks to more than a verdict may, or cannot be signed by the current key, is not written', () => {
  const signer = createVerdictSigner(keyringOf(OLD))
  assert.equal(writeVerdict({ ...VERDICT, answer: 'a'.repeat(MAX_UNPACKED_BYTES) }, signer), null)
  assert.equal(writeVerdict(VERDICT, { ...signer, keys: () => [] }), null)
  assert.equal(writeVerdict(VERDICT, { ...signer, sign: (bytes) => ({ ...signer.sign(bytes), kid: 'another' }) }), null)
})
