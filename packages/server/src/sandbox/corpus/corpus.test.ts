import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sandboxWorld } from '../world.ts'
import { CORPUS } from './corpus.ts'
import { corpusCode } from './corpusCode.ts'
import { corpusNames, corpusTransaction, resolveValue } from './corpusNames.ts'

const artifacts = `${import.meta.dirname}/artifacts`
const tool = `${import.meta.dirname}/../../../../../tools/contracts`
const pairs = Map.groupBy(CORPUS, ({ pair }) => pair)

test('every pair is one trap and one twin, and has one source and one artefact', () => {
  for (const [pair, cases] of pairs)
    assert.deepEqual(
      cases.map(({ kind }) => kind),
      ['trap', 'twin'],
      pair,
    )
  const named = (folder: string, end: string) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(end))
      .map((file) => file.slice(0, -end.length))
      .sort()
  const expected = [...pairs.keys()].sort()
  assert.deepEqual(named(`${tool}/src/corpus`, '.sol'), expected)
  assert.deepEqual(named(artifacts, '.generated.json'), expected)
  assert.equal(new Set(CORPUS.map(({ id }) => id)).size, CORPUS.length)
})

test('artefacts are compiled from the committed sources (else: npm run gen:contracts), by several compiler eras', () => {
  const eras = new Set<string>()
  for (const pair of pairs.keys()) {
    const { compiler, sourceSha256 } = JSON.parse(readFileSync(`${artifacts}/${pair}.generated.json`, 'utf8'))
    assert.ok(sourceSha256[`src/corpus/${pair}.sol`])
    for (const [unit, digest] of Object.entries(sourceSha256))
      assert.equal(
        digest,
        createHash('sha256')
          .update(readFileSync(`${tool}/${unit}`))
          .digest('hex'),
        unit,
      )
    eras.add(/^\d+\.\d+/.exec(compiler)?.[0] ?? '')
  }
  assert.deepEqual([...eras].sort(), ['0.4', '0.5', '0.6', '0.7', '0.8'])
})

test('every contract and call of the table can be encoded on every network', () => {
  for (const chain of ['ethereum', 'bsc', 'polygon'] as const)
    for (const one of CORPUS) {
      const names = corpusNames(one, sandboxWorld(chain))
      for (const { contract, args } of [...one.parts, one])
        assert.match(
          corpusCode(
            one.pair,
            contract,
            args.map((each) => resolveValue(each, names)),
          ),
          /^0x[0-9a-f]{200,}$/,
        )
      const provoking = one.provoke.filter((step) => 'call' in step)
      for (const call of [...one.afterDeployment, ...one.afterLiquidity, ...one.afterBuys, ...one.uses, ...provoking])
        assert.match(corpusTransaction(call, names).data, /^0x[0-9a-f]{8}/)
    }
})

test('a name that means nothing is an error', () => {
  const [one] = CORPUS
  assert.ok(one)
  assert.throws(() => resolveValue('$nobody', corpusNames(one, sandboxWorld('bsc'))), /nothing is called \$nobody/)
  assert.throws(() => corpusCode('plain', 'Boulder', []), /plain has no contract Boulder/)
})

test('what is expected of a scan fits the story', () => {
  for (const { id, kind, springs, provoke, expected, taxes, subject, harm, uses } of CORPUS) {
    assert.equal(springs === null, kind === 'twin', id)
    const shown = springs === 'at-once' || springs === 'for-some-holders'
    if (kind === 'trap') assert.equal(provoke.length === 0, shown, `${id}: provoked unless it is shown as it stands`)
    assert.equal(expected.state, kind === 'twin' ? 'none' : shown ? 'effective' : 'potential', id)
    assert.equal(taxes === null, subject !== 'token', id)
    if (expected.honeypot) assert.ok(springs === 'at-once' && taxes?.sell === null, id)
    assert.equal(uses.length > 0, harm === 'use', id)
  }
})

test('every family that quality.md names for the bench is there', () => {
  const families = new Set<string>(CORPUS.map(({ family }) => family))
  const named = ['plain', 'tax', 'limit', 'pause', 'whitelist', 'time', 'buy-count', 'proxy', 'rebase']
  for (const family of [...named, 'fee-on-transfer', 'siphon', 'blacklist', 'cooldown']) assert.ok(families.has(family))
})
