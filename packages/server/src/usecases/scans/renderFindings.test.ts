import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Evidence } from '@redoubt/risk/engine/finding.ts'
import { renderFindings } from './renderFindings.ts'

const LOWER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'
const EIP55 = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'

function rendered(evidence: Evidence): Evidence | undefined {
  const finding = { id: 'a-b', severity: 'low', title: 't', description: 'd', impact: 1, evidence } as const
  return renderFindings([finding])[0]?.evidence
}

test('addresses in evidence are EIP-55, in lists and in ids too', () => {
  assert.deepEqual(rendered({ spender: LOWER, tokens: [LOWER, `${LOWER}#12`], note: `from ${LOWER}, to ${LOWER}.` }), {
    spender: EIP55,
    tokens: [EIP55, `${EIP55}#12`],
    note: `from ${EIP55}, to ${EIP55}.`,
  })
})

test('other texts, and a spelling with capitals, stay as they are', () => {
  const evidence = {
    slot: `0x${'ab'.repeat(32)}`,
    selector: '0x095ea7b3',
    data: `0x${'ab'.repeat(21)}`,
    spelled: EIP55.replace('B4c', 'b4C'),
    count: 2,
    flag: true,
    nothing: null,
  }
  assert.deepEqual(rendered(evidence), evidence)
})
