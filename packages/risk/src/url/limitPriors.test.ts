import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlDetectors } from '../detectors/index.generated.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import { lexical, page, registration, SCANNED_AT, sampleUrl, site, unreached, visit } from '../testing/sampleUrl.ts'
import { limitPriors } from './brandLikeness.ts'

const detectors = urlDetectors.filter(({ needs }) => !needs.includes('browsing'))
const named = { lexical: lexical({ score: 1, level: 'avoid' }) }
const scoreOf = (more: Partial<Facts>) => {
  const facts = { ...sampleUrl(), ...more }
  return scoreOutcomes(limitPriors(runDetectors(detectors, { facts, missing: {} }), facts)).riskScore
}

test('a name alone, of a site whose page shows nothing, asks for care', () => {
  assert.equal(scoreOf(named), 40)
})

test('nor does youth beside it', () => {
  const young = { lures: [{ kind: 'urgency' as const, phrase: 'offer ends soon' }] }
  assert.ok(scoreOf({ ...named, page: page(young) }) <= 50)
})

test('it accuses in any company, and where the page was not read whole', () => {
  const others: Partial<Facts>[] = [
    unreached(),
    { visit: visit({ status: 403 }) },
    { cloaking: null },
    { visit: visit({ truncated: true }) },
    { page: page({ secretsAsked: [{ kind: 'seed-phrase', evidence: 'a text' }] }) },
    { site: site('https://evil.example/', { userinfo: 'uniswap.org' }) },
  ]
  for (const facts of others) assert.ok(scoreOf({ ...named, ...facts }) >= 60, JSON.stringify(Object.keys(facts)))
})

test('the weaker verdict on a name, and weeks of age, are no reason for care where the page shows nothing', () => {
  const weak = { lexical: lexical({ score: 0.9, level: 'caution' }) }
  const young = { registration: registration({ registeredAt: SCANNED_AT - 20 * 86_400_000 }) }
  assert.ok(scoreOf(weak) < 40)
  assert.ok(scoreOf({ ...weak, ...young }) < 40)
  const lures = [{ kind: 'urgency' as const, phrase: 'offer ends soon' }]
  assert.ok(scoreOf({ ...weak, ...young, page: page({ lures }) }) >= 40, 'words that press')
})
