import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as index from '../detectors/index.generated.ts'
import type { Detector } from './detector.ts'
import { describeFact, INSUFFICIENT_DATA, insufficientData, spacedName } from './insufficientData.ts'

const NEEDED = [...new Set((Object.values(index).flat() as readonly Detector[]).flatMap(({ needs }) => needs))]

test('every fact that a rule needs is named in words', () => {
  for (const name of NEEDED) {
    const words = describeFact(name)
    assert.ok(words.length >= 3, `${name}: "${words}"`)
    const isPhrase = /^(?:the|its|what|who|whose|whether) [a-zA-Z]/.test(words)
    assert.ok(isPhrase || words === spacedName(name), `${name}: "${words}"`)
  }
  // The names that say the least to a person have words of their own.
  for (const [name, words] of [
    ['moved', 'the balance changes'],
    ['walletApprovals', 'its token approvals'],
    ['sale', 'whether it can be bought and sold'],
    ['worstCaseChanges', 'what the signature may cost'],
    ['hopTrust', 'what the lists say of its redirect targets'],
  ] as const)
    assert.equal(describeFact(name), words)
})

test('names without words of their own are spaced, and a rule’s own words stay', () => {
  assert.equal(describeFact('ownerSwitches2Read'), 'owner switches2 read')
  assert.equal(describeFact('freeze-lists_of--all'), 'freeze lists of all')
  assert.equal(describeFact('who holdsIt'), 'who holdsIt')
  // No member of every object.
  assert.equal(describeFact('toString'), 'to string')
})

test('the finding says what is missing, sorted and once, and why it matters only where it raises the score', () => {
  const raised = insufficientData(['trade', 'bytecode', 'trade'], 40)
  assert.deepEqual(raised, {
    id: INSUFFICIENT_DATA,
    severity: 'medium',
    title: 'Insufficient data',
    description: `Not known in full: its code and whether it can be bought and sold. ${WARNING}`,
    impact: 40,
    evidence: { missing: ['bytecode', 'trade'] },
  })
  const beside = insufficientData([], 0, ['It ran out of time.'])
  assert.deepEqual(
    [beside.severity, beside.description, beside.evidence],
    [
      'low',
      'Too little is known to call it safe. It ran out of time.',
      { missing: [], reasons: ['It ran out of time.'] },
    ],
  )
  assert.equal(insufficientData([], 39).severity, 'low')
  assert.equal(insufficientData([], 1).description, `Too little is known to call it safe. ${WARNING}`)
})

const WARNING =
  'The facts that are known show little or no risk, and that is not the same as safe. Scan again, with more time and nothing switched off, before you rely on it.'
