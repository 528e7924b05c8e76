import assert from 'node:assert/strict'
import { test } from 'node:test'
import { label, STRANGER } from '../testing/sampleFacts.ts'
import { bait, lookalike } from '../testing/sampleWallet.ts'
import { mergeLookalikes } from './imitations.ts'

test('one address is told once, with its name and every bait', () => {
  const known = lookalike({ by: 'known', label: label('exchange') })
  const planted = lookalike({ bait: [bait('dust')] })
  const asked = lookalike({ bait: [] })
  const other = lookalike({ similarTo: STRANGER })
  assert.deepEqual(mergeLookalikes([known, planted, asked, planted, other]), [
    { ...known, by: 'history', bait: [bait('dust')] },
    other,
  ])
})
