import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FRIEND, STRANGER } from '../policy/testPolicy.ts'
import { coversHold } from './approvedHolds.ts'
import type { Hold } from './heldTransaction.ts'

const delay: Hold = { rule: 'timeDelay', wallet: FRIEND, reason: 'Wait.', asked: '600', unit: 'usd', missing: [] }
const blind: Hold = {
  rule: 'incomplete',
  wallet: null,
  reason: 'Unknown.',
  asked: null,
  unit: null,
  missing: ['prices'],
}
const units: Hold = { ...delay, rule: 'assetLimit', asked: '1000', unit: 'base-units' }

const CASES: [title: string, approved: Hold[], now: Hold, covered: boolean][] = [
  ['the same reason', [blind, delay], delay, true],
  ['nothing was approved', [], delay, false],
  ['another rule', [delay], { ...delay, rule: 'hours' }, false],
  ['the same rule of another wallet', [delay], { ...delay, wallet: STRANGER }, false],
  ['a tenth more, as prices move', [delay], { ...delay, asked: '660' }, true],
  ['more than a tenth more', [delay], { ...delay, asked: '660.01' }, false],
  ['less', [delay], { ...delay, asked: '1' }, true],
  ['a size that was known and is not any more', [delay], { ...delay, asked: null }, false],
  ['a size that was not known, and is large', [{ ...delay, asked: null }], delay, false],
  ['base units beyond a tenth', [units], { ...units, asked: '1101' }, false],
  ['base units within it', [units], { ...units, asked: '1100' }, true],
  ['the same unknown', [blind], blind, true],
  ['less unknown', [blind], { ...blind, missing: [] }, true],
  ['more unknown', [blind], { ...blind, missing: ['prices', 'simulation'] }, false],
  ['another asset without a price', [{ ...delay, asked: null }], { ...delay, asked: null, reason: 'Other.' }, false],
]
for (const [title, approved, now, covered] of CASES)
  test(`an approval and what holds at release: ${title}`, () => assert.equal(coversHold(approved, now), covered))
