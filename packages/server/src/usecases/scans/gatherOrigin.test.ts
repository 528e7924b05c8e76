import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherFacts } from '@redoubt/risk/engine/gatherFacts.ts'
import { origin } from '@redoubt/risk/testing/sampleMessage.ts'
import { type GatherOrigin, gatherOrigin } from './gatherOrigin.ts'

const gather = (url: string | null, gather: GatherOrigin) =>
  gatherFacts({
    providers: { origin: gatherOrigin(url, gather) },
    needed: ['origin'],
    signal: new AbortController().signal,
  })

test('a caller who names no site asks for nothing', async () => {
  const { facts, incomplete } = await gather(null, () => assert.fail('asked'))
  assert.equal(facts.origin, null)
  assert.deepEqual(incomplete, {})
})

test('a site is known in full when lists of sites are loaded, in part when not', async () => {
  const full = await gather('https://app.example', async () => ({ origin: origin(), listsLoaded: true }))
  assert.deepEqual(full.facts.origin, origin())
  assert.deepEqual(full.incomplete, {})
  const part = await gather('https://app.example', async () => ({ origin: origin(), listsLoaded: false }))
  assert.deepEqual(part.facts.origin, origin())
  assert.equal(part.incomplete.origin?.decisive, false)
})

test('lists that cannot be read leave the site unknown', async () => {
  const { facts, missing } = await gather('https://app.example', async () => {
    throw new Error('database is gone')
  })
  assert.equal('origin' in facts, false)
  assert.equal(missing.origin?.reason, 'failed')
})
