import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlDetectors } from '../detectors/index.generated.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import { lexical, page, sampleUrl, site, unreached, visit } from '../testing/sampleUrl.ts'
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
