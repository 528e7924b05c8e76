import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IntelSource } from '../../../intel/ports.ts'
import { sanctionsText, sourceJson } from './present.ts'

const HOUR = 3_600_000
const now = Date.now()
const source = (more: Partial<IntelSource>): IntelSource => ({
  id: 'sdn',
  title: 'SDN',
  location: '/srv/sdn.xml',
  format: 'ofac-xml',
  options: {},
  label: 'sanctioned',
  confidence: 'high',
  licence: null,
  refreshMs: 6 * HOUR,
  enabled: true,
  generation: 1,
  entryCount: 1,
  refreshedAt: now,
  changedAt: now,
  nextAttemptAt: now,
  failures: 0,
  lastError: null,
  etag: null,
  lastModified: null,
  contentHash: null,
  createdAt: now,
  churns: false,
  ...more,
})

const STATES: [string, Partial<IntelSource>][] = [
  ['ok', {}],
  ['stale', { refreshedAt: now - 49 * HOUR }],
  ['stale', { refreshedAt: now - 49 * HOUR, failures: 3 }],
  ['stale', { label: 'phishing', refreshedAt: now - 19 * HOUR }],
  ['failing', { failures: 1 }],
  ['not loaded yet', { generation: 0, refreshedAt: null }],
  ['failing', { generation: 0, refreshedAt: null, failures: 1 }],
  ['disabled', { enabled: false, refreshedAt: now - 49 * HOUR }],
]
for (const [state, more] of STATES)
  test(`a list with ${JSON.stringify(Object.keys(more))} is ${state}`, () =>
    assert.equal(sourceJson(source(more)).state, state))

test('why sanctions are unknown is said of each list: too old, or never loaded', () => {
  const lists = [source({ refreshedAt: now - 50 * HOUR }), source({ id: 'new', generation: 0, refreshedAt: null })]
  const line =
    'Sanctions: unknown, because older than 48 hours: sdn (50 h); never loaded: new: npx redoubt intel refresh\n'
  assert.equal(sanctionsText(lists, now), line)
  assert.equal(sanctionsText([source({})], now), 'Sanctions: known\n')
})
