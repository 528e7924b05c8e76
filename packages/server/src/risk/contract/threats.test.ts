import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Evidence, Finding, Severity } from '../finding.ts'
import { provenance, proxy } from '../sampleContract.ts'
import { isHoneypot, threatsOf } from './threats.ts'

const finding = (id: string, severity: Severity, evidence: Evidence = {}): Finding => {
  return { id, severity, title: '', description: '', impact: 1, evidence }
}

describe('isHoneypot', () => {
  test('only what execution showed counts', () => {
    assert.equal(isHoneypot([finding('unsellable-token', 'critical')]), true)
    assert.equal(isHoneypot([finding('holders-cannot-sell', 'critical')]), true)
    assert.equal(isHoneypot([finding('holders-cannot-sell', 'high')]), false)
    assert.equal(isHoneypot([finding('sales-switch', 'critical'), finding('scam-family', 'critical')]), false)
  })
  test('a sale that leaves next to nothing is one too', () => {
    assert.equal(isHoneypot([finding('sell-tax', 'critical', { taxPercent: 99 })]), true)
    assert.equal(isHoneypot([finding('sell-tax', 'critical', { taxPercent: 60 })]), false)
    assert.equal(isHoneypot([finding('holder-tax', 'critical', { highestTax: 95 })]), true)
  })
})

describe('threatsOf', () => {
  test('nothing found, nothing said', () =>
    assert.deepEqual(threatsOf([], { proxy: null, provenance: provenance() }), []))
  test('in the contract’s order, each once', () => {
    const findings = [
      finding('hidden-mint', 'high'),
      finding('free-mint', 'high'),
      finding('sell-tax', 'high', { taxPercent: 30 }),
      finding('freeze-switch', 'low'),
    ]
    const facts = { proxy: proxy(), provenance: provenance({ verified: false }) }
    assert.deepEqual(threatsOf(findings, facts), [
      'hidden_mint',
      'blacklist_function',
      'high_tax',
      'proxy_contract',
      'unverified',
    ])
  })
  for (const id of [
    'kept-payments',
    'pull-of-approved-tokens',
    'flagged-contract',
    'flagged-controller',
    'flagged-creator',
    'flagged-implementation',
    'impersonated-token',
  ])
    test(`${id} is the nearest word there is`, () => {
      assert.deepEqual(threatsOf([finding(id, 'critical')], {}), ['rug_pull_risk'])
    })
  test('notes are no threats', () => {
    assert.deepEqual(threatsOf([finding('tax-switch', 'low'), finding('burn-from-others', 'low')], {}), [])
    assert.deepEqual(threatsOf([finding('address-blacklist', 'info')], {}), [])
  })
  test('a Safe and a delegated account are not called proxies, and unknown is not unverified', () => {
    for (const kind of ['safe', 'eip7702'] as const) assert.deepEqual(threatsOf([], { proxy: proxy({ kind }) }), [])
    assert.deepEqual(threatsOf([], { provenance: provenance({ verified: null }) }), [])
  })
})
