import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readMetadata } from '../../src/evm/bytecode/analysis/analyseCode.ts'
import { quotable, type TokenRow, withoutPadding } from './readTokens.ts'

/** Code whose metadata names solc 0.8.19. */
const CODE = `0x6001a2646970667358221220${'ab'.repeat(32)}64736f6c63430008130033` as const
const row = (source: string, zeroBytes: number): TokenRow => ({
  source,
  address: `0x${'1'.repeat(40)}`,
  label: 0,
  techniques: null,
  solc_era: '0.8',
  family: 'a',
  runtime: `${CODE}${'00'.repeat(zeroBytes)}`,
})
const compiler = ({ runtime }: TokenRow) => readMetadata(Buffer.from(runtime.slice(2), 'hex')).compiler

describe('padding', () => {
  test('33 zero bytes behind the code of a live row hide its compiler, and are stripped', () => {
    for (const source of ['live_benign_by_list', 'live_trapdoor', 'live_dnrom_scam']) {
      const padded = row(source, 33)
      assert.equal(compiler(padded), null)
      assert.equal(withoutPadding(padded).runtime, CODE)
      assert.equal(compiler(withoutPadding(padded)), '0.8.19')
    }
  })
  test('no more than that, and nothing of rows without it', () => {
    assert.equal(withoutPadding(row('live_trapdoor', 35)).runtime, `${CODE}0000`)
    for (const bytes of [0, 32])
      assert.equal(withoutPadding(row('live_trapdoor', bytes)).runtime, row('', bytes).runtime)
  })
  test('zeros of other sources are their own', () => {
    assert.equal(withoutPadding(row('crpwarner_gt', 33)).runtime, row('', 33).runtime)
  })
})

test('figures are quoted of labelled tokens of eras 0.6 to 0.8 alone', () => {
  assert.ok(quotable(row('rphunter', 0)))
  assert.ok(!quotable({ ...row('rphunter', 0), label: null }))
  assert.ok(!quotable({ ...row('rphunter', 0), solc_era: '<=0.5.8' }))
  assert.ok(!quotable(row('opsnipe', 0)))
})
