import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { sampleFacts, simulation } from '../testing/sampleFacts.ts'
import { DERIVED_FACTS } from './derivedFacts.ts'

test('facts from logs alone are partial: no account is cleared of having taken more', async () => {
  const facts = { ...sampleFacts(), simulation: simulation({ byLogsAlone: true }) }
  const given = Object.entries(facts).map(([key, value]) => [key, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const signal = new AbortController().signal
  const { incomplete } = await gatherFacts({ providers, needed: ['movements', 'privilegeChanges'], signal })
  assert.deepEqual(Object.keys(incomplete).sort(), ['movements', 'privilegeChanges'])
})
