import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Evidence, Finding, Severity } from '../engine/finding.ts'
import type { Facts } from '../facts/facts.ts'
import { provenance, proxy, sampleContract, TOKEN, trade } from '../testing/sampleContract.ts'
import { contract, label } from '../testing/sampleFacts.ts'
import { contractThreats, isHoneypot } from './contractThreats.ts'

const finding = (id: string, severity: Severity, evidence: Evidence = {}): Finding => {
  return { id, severity, title: '', description: '', impact: 1, evidence }
}

describe('isHoneypot', () => {
  const { token, subject } = sampleContract() as Facts
  const sold = { token, subject, trade: trade() }
  test('only what execution showed counts', () => {
    assert.equal(isHoneypot([finding('honeypot-token', 'critical')], sold), true)
    assert.equal(isHoneypot([finding('honeypot-for-existing-holders', 'critical')], sold), true)
    assert.equal(isHoneypot([finding('honeypot-for-existing-holders', 'high')], sold), false)
    assert.equal(
      isHoneypot([finding('sell-kill-switch', 'critical'), finding('approved-token-drainer', 'critical')], sold),
      false,
    )
  })
  test('a sale that leaves next to nothing is one too', () => {
    assert.equal(isHoneypot([finding('sell-tax', 'critical', { taxPercent: 99 })], sold), true)
    assert.equal(isHoneypot([finding('sell-tax', 'critical', { taxPercent: 60 })], sold), false)
    assert.equal(isHoneypot([finding('holder-tax', 'critical', { highestTax: 95 })], sold), true)
  })
  test('without a sale nothing is said, and what was shown stays shown', () => {
    const named = contract(TOKEN, { labels: [label('token', 'A receipt')], token })
    const notProbed = trade({ runs: [], holders: { sampled: 0, failed: 0, highestTax: null, siphoned: 0 } })
    for (const [facts, answer] of [
      [{ token, subject }, null],
      [{ token, subject, trade: null }, null],
      [{ token, subject, trade: notProbed }, null],
      [{ subject, trade: null }, null],
      [{ token: null, subject, trade: null }, false],
      [{ token, subject: named, trade: null }, false],
      [{ token, subject: named }, null],
    ] as const)
      assert.equal(isHoneypot([], facts), answer, JSON.stringify(Object.keys(facts)))
    const bySamples = { token, subject, trade: trade({ runs: [] }) }
    assert.deepEqual([isHoneypot([], bySamples), isHoneypot([], bySamples, false)], [false, null])
    assert.equal(isHoneypot([finding('honeypot-token', 'critical')], { subject }), true)
  })
})

describe('threatsOf', () => {
  test('nothing found, nothing said', () =>
    assert.deepEqual(contractThreats([], { proxy: null, provenance: provenance() }), []))
  test('in the contract’s order, each once', () => {
    const findings = [
      finding('hidden-mint', 'high'),
      finding('free-mint', 'high'),
      finding('sell-tax', 'high', { taxPercent: 30 }),
      finding('holder-freeze', 'low'),
    ]
    const facts = { proxy: proxy(), provenance: provenance({ verified: false }) }
    assert.deepEqual(contractThreats(findings, facts), [
      'hidden_mint',
      'blacklist_function',
      'high_tax',
      'proxy_contract',
      'unverified',
    ])
  })
  for (const id of [
    'payments-not-withdrawable',
    'approved-token-drainer',
    'flagged-contract',
    'flagged-owner',
    'flagged-deployer',
    'flagged-implementation',
    'impersonated-token',
  ])
    test(`${id} is the nearest word there is`, () => {
      assert.deepEqual(contractThreats([finding(id, 'critical')], {}), ['rug_pull_risk'])
    })
  test('notes are no threats', () => {
    assert.deepEqual(
      contractThreats([finding('raisable-trading-tax', 'low'), finding('burn-from-others', 'low')], {}),
      [],
    )
    assert.deepEqual(contractThreats([finding('address-blacklist', 'info')], {}), [])
  })
  test('a Safe and a delegated account are not called proxies, and unknown is not unverified', () => {
    for (const kind of ['safe', 'eip7702'] as const)
      assert.deepEqual(contractThreats([], { proxy: proxy({ kind }) }), [])
    assert.deepEqual(contractThreats([], { provenance: provenance({ verified: null }) }), [])
  })
})
