import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Finding } from '../engine/finding.ts'
import { entityThreats } from './entityThreats.ts'

const finding = (id: string, severity: Finding['severity'], evidence: Finding['evidence'] = {}): Finding => ({
  id,
  severity,
  title: id,
  description: `${id} ${severity}`,
  impact: 10,
  evidence,
})
const typesOf = (...given: Parameters<typeof entityThreats>) =>
  entityThreats(...given).map(({ threatType, severity }) => `${threatType} ${severity}`)

describe('threats of entities', () => {
  test('a wallet’s follow from what was found and what lists say', () => {
    const cases: [Finding, string[]][] = [
      [finding('sanctioned-wallet', 'critical'), ['sanctioned critical']],
      [finding('flagged-wallet', 'critical', { lists: ['scammer: Eve (a list)'] }), ['known_scammer critical']],
      [finding('flagged-wallet', 'high', { lists: ['scammer: Inferno Drainer (a list)'] }), ['drainer high']],
      [finding('drainer-like-transfers', 'high'), ['drainer high']],
      [finding('drainer-like-transfers', 'low'), []],
      [finding('lookalike-wallet', 'critical'), ['address_poisoning critical']],
      [finding('risky-approvals', 'high'), ['phishing_approval high']],
      [finding('risky-approvals', 'medium'), []],
      [finding('new-wallet', 'medium'), []],
    ]
    for (const [found, threats] of cases) assert.deepEqual(typesOf('wallet', [found], []), threats, found.id)
  })

  test('a listed contract is what the lists call it', () => {
    const listed = (...lists: string[]) => typesOf('contract', [finding('flagged-contract', 'critical', { lists })], [])
    assert.deepEqual(listed('sanctioned: OFAC'), ['rug_pull_risk critical', 'sanctioned critical'])
    assert.deepEqual(listed('sanctioned: OFAC', 'hacker: Lazarus (x)'), [
      'rug_pull_risk critical',
      'sanctioned critical',
      'known_scammer critical',
    ])
  })

  test('each is as bad as the worst finding of it', () => {
    const findings = [
      finding('buy-tax', 'medium'),
      finding('sell-tax', 'high'),
      finding('raisable-trading-tax', 'medium'),
    ]
    assert.deepEqual(entityThreats('contract', findings, ['high_tax']), [
      { threatType: 'high_tax', severity: 'high', description: 'sell-tax high' },
    ])
  })

  test('what follows from a fact alone is there too', () => {
    const upgradeable = finding('upgradeable-proxy', 'info')
    assert.deepEqual(typesOf('contract', [upgradeable], ['proxy_contract', 'unverified']), [
      'proxy_contract low',
      'unverified low',
    ])
  })

  test('a site has the words of its scan; a transaction none', () => {
    const findings = [finding('seed-phrase-form', 'critical'), finding('new-domain', 'medium')]
    assert.deepEqual(typesOf('url', findings, ['phishing', 'new_domain']), ['phishing critical', 'new_domain medium'])
    assert.deepEqual(typesOf('transaction', findings, []), [])
  })
})
