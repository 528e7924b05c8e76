import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORPUS } from '../../src/sandbox/corpus/corpus.ts'
import type { CorpusCase } from '../../src/sandbox/corpus/corpusCase.ts'
import { judge } from './judge.ts'
import type { Verdict } from './verdict.ts'

const right = ({ kind, expected, taxes }: CorpusCase): Verdict => ({
  riskLevel: kind === 'trap' ? 'critical' : 'low',
  honeypot: expected.honeypot,
  complete: true,
  buyTax: taxes?.buy ?? null,
  sellTax: taxes?.sell ?? null,
  milliseconds: 10,
})
const allRight = () => new Map(CORPUS.map((one) => [one.id, right(one)]))
const saying = (id: string, change: Partial<Verdict>) => {
  const verdicts = allRight()
  const one = CORPUS.find((each) => each.id === id)
  assert.ok(one)
  return judge(CORPUS, verdicts.set(id, { ...right(one), ...change }))
}

test('a scan with every fact known misses nothing and accuses no account', () => {
  const figures = judge(CORPUS, allRight())
  assert.equal(figures.caught, CORPUS.length / 2)
  assert.equal(figures.maxTaxError, 0)
  const { missed, accused, failed, incomplete, taxErrors, taxesMissing } = figures
  const lists = [missed, accused, failed, incomplete, taxErrors, taxesMissing]
  assert.deepEqual([...lists, figures.honeypotsMissed].flat(), [])
})

test('a trap called medium is missed, unless it is a honeypot and called one', () => {
  assert.deepEqual(saying('mint-switch.trap', { riskLevel: 'medium' }).missed, ['mint-switch.trap'])
  assert.deepEqual(saying('mint-switch.trap', { riskLevel: 'medium', honeypot: true }).missed, ['mint-switch.trap'])
  assert.deepEqual(saying('closed-door.trap', { riskLevel: 'medium' }).missed, [])
})

test('a twin is accused by a level or by the word honeypot', () => {
  assert.deepEqual(saying('plain.twin', { riskLevel: 'high' }).accused, ['plain.twin'])
  assert.deepEqual(saying('plain.twin', { honeypot: true }).accused, ['plain.twin'])
  assert.deepEqual(saying('plain.twin', { riskLevel: 'medium' }).accused, [])
})

test('taxes are compared where there is one; one that is not told is named', () => {
  const wrong = saying('tax-switch.twin', { buyTax: 2.05, sellTax: 4 })
  assert.equal(wrong.maxTaxError, 2)
  assert.deepEqual(wrong.taxErrors, ['tax-switch.twin sell 2'])
  assert.deepEqual(saying('tax-switch.twin', { sellTax: null }).taxesMissing, ['tax-switch.twin sell'])
  assert.equal(saying('closed-door.trap', { sellTax: 100 }).maxTaxError, 0)
})

test('a scan without a verdict has failed, and its trap is missed', () => {
  const verdicts = allRight()
  verdicts.delete('closed-door.trap')
  const figures = judge(CORPUS, verdicts)
  assert.deepEqual(figures.failed, ['closed-door.trap'])
  assert.deepEqual(figures.missed, ['closed-door.trap'])
  assert.deepEqual(figures.honeypotsMissed, ['closed-door.trap'])
})
