import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packManifest } from './pack/packTables.ts'
import { intelAsOf, SEED_AS_OF } from './staticList.ts'

const loaded = (day: string, enabled = true) => ({ enabled, refreshedAt: Date.parse(`${day}T23:00:00Z`) })

test('without lists it is the older of seed and pack', () =>
  assert.equal(intelAsOf([]), [SEED_AS_OF, packManifest().date].sort()[0]))

test('the oldest loaded list counts', () =>
  assert.equal(intelAsOf([loaded('2025-01-02'), loaded('2025-01-01')]), '2025-01-01'))

test('lists that are switched off or were never loaded do not', () =>
  assert.equal(intelAsOf([loaded('2020-01-01', false), { enabled: true, refreshedAt: null }]), intelAsOf([])))
