import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectorTest } from '../../detectorTest.ts'
import type { Facts } from '../../facts.ts'
import { runDetectors } from '../../runDetectors.ts'
import { page, sampleUrl, site, standing, unreached, visit } from '../../sampleUrl.ts'
import { scoreOutcomes } from '../../score.ts'
import detector from './page-not-read.ts'

detectorTest(detector, {
  detects: { 'a script that was too large': { page: page({ unread: ['https://cdn.example/app.js: too large'] }) } },
  clears: {
    'a page that was read': {},
    'a download': { page: null, visit: visit({ contentType: 'application/pdf' }) },
  },
  unknowns: {
    'a robot check': { visit: visit({ status: 403 }) },
    'a page of more than it takes': { visit: visit({ truncated: true }) },
    'a site that does not answer': unreached(),
    'a page that is not there': { visit: visit({ status: 404 }) },
  },
})

function scoreOf(facts: Partial<Facts>): number {
  const gathered = { facts: { ...sampleUrl(), ...facts }, missing: {} }
  return scoreOutcomes(runDetectors([detector], gathered)).riskScore
}

test('a page that is withheld asks for care, unless somebody answers for the site', () => {
  const withheld = { visit: visit({ status: 403 }) }
  assert.equal(scoreOf(withheld), 40)
  assert.ok(scoreOf({ ...withheld, standing: standing({ official: 'The Tea Shop' }) }) < 40)
  assert.ok(scoreOf({ ...withheld, standing: standing({ popular: { rank: 900, list: 'Popular' } }) }) < 40)
})

test('what counts is how known the site is where the visit ends, not the link to it', () => {
  const popular = standing({ popular: { rank: 900, list: 'Popular' } })
  const withheld = { visit: visit({ status: 403, final: site('https://evil.example/') }) }
  assert.equal(scoreOf({ ...withheld, standing: popular }), 40)
  assert.ok(scoreOf({ ...withheld, hopStandings: { 'evil.example': popular } }) < 40)
})

test('a site where nobody is home asks for none, and is not called safe', () => {
  for (const facts of [unreached(), { visit: visit({ status: 404 }) }]) assert.equal(scoreOf(facts), 20)
})
