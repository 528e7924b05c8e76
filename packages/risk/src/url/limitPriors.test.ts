import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlDetectors } from '../detectors/index.generated.ts'
import { runDetectors } from '../engine/runDetectors.ts'
import { scoreOutcomes } from '../engine/score.ts'
import type { Facts } from '../facts/facts.ts'
import {
  browsing,
  lexical,
  page,
  registration,
  SCANNED_AT,
  sampleUrl,
  site,
  tls,
  unreached,
  visit,
  walletRequest,
} from '../testing/sampleUrl.ts'
import { limitPriors } from './brandLikeness.ts'

const detectors = urlDetectors.filter(({ needs }) => !needs.includes('browsing'))
const named = { lexical: lexical({ score: 1, level: 'avoid' }) }
const scoreOf = (more: Partial<Facts>) => {
  const facts = { ...sampleUrl(), ...more }
  return scoreOutcomes(limitPriors(runDetectors(detectors, { facts, missing: {} }), facts)).riskScore
}

const aged = (days: number) => ({ registration: registration({ registeredAt: SCANNED_AT - days * 86_400_000 }) })

test('a name alone, of a site whose page shows nothing, asks for care', () => {
  const other = page({ title: 'Welcome' })
  for (const young of [aged(80), { ...aged(300), page: other }, { registration: null }])
    assert.equal(scoreOf({ ...named, ...young }), 40)
})

test('it asks for none where more is known: a year of age, or months and its own name in the title, with a certificate', () => {
  const own = page({ title: 'Tea Shop – loose leaf' })
  assert.ok(scoreOf({ ...named, ...aged(400) }) < 40)
  assert.ok(scoreOf({ ...named, ...aged(100), page: own }) < 40)
  assert.equal(scoreOf({ ...named, ...aged(80), page: own }), 40, 'too young')
  assert.equal(scoreOf({ ...named, ...aged(100), page: page({ title: 'Claim your tokens' }) }), 40, 'another name')
  const platform = visit({ final: site(undefined, { platform: 'example' }) })
  assert.equal(scoreOf({ ...named, ...aged(400), visit: platform }), 40, 'a customer of a platform')
  for (const status of ['self_signed', 'expired'] as const)
    assert.ok(scoreOf({ ...named, ...aged(400), tls: tls({ status }) }) >= 40, status)
  const lures = [{ kind: 'urgency' as const, phrase: 'offer ends soon' }]
  assert.ok(scoreOf({ ...named, ...aged(400), page: page({ lures }) }) >= 40, 'words that press')
})

test('nor where a browser used a page of its own to its end, and its domain is two months old', () => {
  const own = page({ title: 'Tea Shop', rendered: true })
  const used = { ...named, ...aged(61), page: own, browsing: browsing() }
  assert.ok(scoreOf(used) < 40)
  assert.equal(scoreOf({ ...used, ...aged(59) }), 40, 'a younger domain, whose page may be another one tomorrow')
  assert.equal(scoreOf({ ...used, registration: null }), 40, 'an age that no registry says')
  assert.equal(scoreOf({ ...used, page: page({ title: 'Welcome', rendered: true }) }), 40, 'another name')
  assert.equal(scoreOf({ ...used, browsing: browsing({ cutOff: 'time' }) }), 40, 'not to its end')
  assert.equal(scoreOf({ ...used, browsing: browsing({ partlyUsed: true }) }), 40, 'more to press than was pressed')
  const unjudged = walletRequest({ scan: null, failure: 'There is no scan for this method.' })
  assert.equal(scoreOf({ ...used, browsing: browsing({ requests: [unjudged] }) }), 40, 'a request that was not judged')
  const platform = visit({ final: site(undefined, { platform: 'example' }) })
  assert.equal(scoreOf({ ...used, visit: platform }), 40, 'a customer of a platform')
  for (const status of ['self_signed', 'expired'] as const)
    assert.ok(scoreOf({ ...used, tls: tls({ status }) }) >= 40, status)
})

test('the ending of a name and its platform are parts of the name', () => {
  const host = site('https://teashop.site/')
  const shown = { site: host, visit: visit({ final: host }), ...aged(400), page: page({ title: 'Tea Shop' }) }
  assert.ok(scoreOf({ ...named, ...shown }) < 40)
  const customer = site(undefined, { platform: 'example' })
  assert.equal(scoreOf({ ...named, site: customer, visit: visit({ final: customer }) }), 40)
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

test('a tool that takes a phrase and sends nothing is no accusation beside a name; one that may send it is', () => {
  const secretsAsked = [{ kind: 'seed-phrase' as const, evidence: 'Recovery phrase' }]
  const tool = { ...named, ...aged(100) }
  assert.ok(scoreOf({ ...tool, page: page({ secretsAsked, keepsTyped: true }) }) < 60)
  assert.ok(scoreOf({ ...tool, page: page({ secretsAsked }) }) >= 80)
})
