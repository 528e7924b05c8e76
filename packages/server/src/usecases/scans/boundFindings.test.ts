import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { boundFindings } from './renderFindings.ts'

const finding = (id: string, place = 0): Finding => ({
  id,
  severity: 'high',
  title: 'Title',
  description: `Token ${place}.`,
  impact: 0,
  evidence: { place },
})
const many = (id: string, count: number) => Array.from({ length: count }, (_, place) => finding(id, place))

test('few findings are left as they are', () => {
  const few = [...many('permit-to-eoa', 20), finding('batch-permit')]
  assert.deepEqual(boundFindings(few), few)
})

test('of thousands of one kind the first twenty are shown, and how many more there are', () => {
  const shown = boundFindings([...many('permit-to-eoa', 3_250), finding('batch-permit')])
  assert.equal(shown.length, 21)
  assert.equal(shown[19]?.description, 'Token 19. There are 3230 more like it.')
  assert.equal(shown[20]?.id, 'batch-permit')
})
