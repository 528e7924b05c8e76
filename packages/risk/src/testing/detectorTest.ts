import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DERIVED_FACTS } from '../derive/derivedFacts.ts'
import type { Detector } from '../engine/detector.ts'
import type { Severity } from '../engine/finding.ts'
import { type FactProviders, gatherFacts } from '../engine/gatherFacts.ts'
import { type Outcome, runDetectors } from '../engine/runDetectors.ts'
import type { FactName, Facts } from '../facts/facts.ts'
import { sampleContract } from './sampleContract.ts'
import { sampleFacts } from './sampleFacts.ts'
import { sampleMessage } from './sampleMessage.ts'
import { sampleUrl } from './sampleUrl.ts'
import { sampleWallet } from './sampleWallet.ts'

/**
 * Facts that differ from `sampleFacts()` (a plain transfer by an honest trader) or, for a detector of another subject,
 * from `sampleContract()` (an honest token), `sampleMessage()` (an honest permit), `sampleWallet()` (an honest trader's
 * account) or `sampleUrl()` (an honest shop); derived facts follow from them.
 */
type Case = Partial<Facts>
type Tables = {
  /** `says`: what the description of the first hit must tell, where it depends on the facts. */
  detects: Record<string, Case & { severity?: Severity; says?: RegExp }>
  /** The honest look-alikes that must stay quiet. */
  clears: Record<string, Case>
  /** Facts that the detector must refuse to judge. */
  unknowns?: Record<string, Case>
}

/** Runs one detector over its tables through the same gathering, derivations and runner as a scan. */
export function detectorTest<Needs extends FactName>(detector: Detector<Needs>, tables: Tables): void {
  test(`${detector.id} has a case that it detects and an honest look-alike that it clears`, () => {
    assert.ok(Object.keys(tables.detects).length > 0, 'detects is empty')
    assert.ok(Object.keys(tables.clears).length > 0, 'clears is empty')
  })
  for (const [name, { severity, says, ...facts }] of Object.entries(tables.detects)) {
    test(`${detector.id} detects ${name}`, async () => {
      const outcome = await outcomeOf(detector, facts)
      assert.equal(outcome.status, 'found', JSON.stringify(outcome))
      assert.ok(outcome.status === 'found')
      for (const hit of outcome.hits) {
        assert.match(hit.description, /^\S.*[.!]$/s, 'a description is a sentence')
        assert.deepEqual(JSON.parse(JSON.stringify(hit.evidence)), hit.evidence, 'evidence is JSON')
        assert.ok(Object.keys(hit.evidence).length > 0, 'a hit has evidence')
      }
      assert.equal(outcome.hits[0]?.severity ?? detector.severity, severity ?? detector.severity)
      if (says) assert.match(outcome.hits[0]?.description ?? '', says)
    })
  }
  for (const [name, facts] of Object.entries(tables.clears)) {
    test(`${detector.id} clears ${name}`, async () => {
      const outcome = await outcomeOf(detector, facts)
      assert.ok(outcome.status === 'clear' || outcome.status === 'not-applicable', JSON.stringify(outcome))
    })
  }
  for (const [name, facts] of Object.entries(tables.unknowns ?? {})) {
    test(`${detector.id} does not judge ${name}`, async () => {
      assert.equal((await outcomeOf(detector, facts)).status, 'unknown')
    })
  }
}

async function outcomeOf<Needs extends FactName>(detector: Detector<Needs>, facts: Case): Promise<Outcome> {
  const given = Object.entries({ ...sampleOf(detector), ...facts }).map(([name, value]) => [name, () => value])
  const providers = { ...DERIVED_FACTS, ...Object.fromEntries(given) } as FactProviders
  const gathered = await gatherFacts({ providers, needed: detector.needs, signal: new AbortController().signal })
  assert.deepEqual(gathered.missing, {}, 'every fact of the case is known')
  const [outcome] = runDetectors([detector], gathered)
  assert.ok(outcome)
  return outcome
}

function sampleOf({ appliesTo }: Pick<Detector, 'appliesTo'>): Partial<Facts> {
  if (appliesTo === 'contract') return sampleContract()
  if (appliesTo === 'wallet') return sampleWallet()
  if (appliesTo === 'url') return sampleUrl()
  return appliesTo === 'message' ? sampleMessage() : sampleFacts()
}
