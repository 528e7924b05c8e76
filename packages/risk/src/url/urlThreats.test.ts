import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlDetectors } from '../detectors/index.generated.ts'
import type { Evidence, Finding, Severity } from '../engine/finding.ts'
import { URL_THREATS, urlThreats } from './urlThreats.ts'

const finding = (id: string, severity: Severity, evidence: Evidence = {}): Finding => ({
  id,
  severity,
  title: id,
  description: `${id}.`,
  impact: 10,
  evidence,
})

test('a threat follows from a finding of medium severity and worse', () => {
  assert.deepEqual(urlThreats([finding('seed-phrase-form', 'critical')]), ['phishing'])
  assert.deepEqual(urlThreats([finding('seed-phrase-form', 'low')]), [])
  assert.deepEqual(urlThreats([finding('new-domain', 'medium'), finding('new-domain', 'low')]), ['new_domain'])
})

test('threats keep the order of the contract, each once', () => {
  const findings = ['invalid-certificate', 'drainer-kit', 'drainer-code-behind-lure', 'credential-phishing-form']
  assert.deepEqual(urlThreats(findings.map((id) => finding(id, 'high'))), ['phishing', 'scam', 'invalid_ssl'])
})

test('what lists say is said in their words', () => {
  const lists = ['malware: loader (Malware URLs, seen here since 2026-01-01; matched evil.example)', 'scam (Other)']
  assert.deepEqual(urlThreats([finding('block-listed-site', 'critical', { lists })]), ['malware', 'scam'])
  assert.deepEqual(urlThreats([finding('block-listed-site', 'critical', { label: 'phishing' })]), ['phishing'])
  assert.deepEqual(urlThreats([finding('block-listed-site', 'critical', { lists: ['bad (Other)'] })]), ['suspicious'])
})

test('what the contract has no word for is suspicious', () => {
  assert.deepEqual(urlThreats([finding('cloaked-page', 'high')]), ['suspicious'])
})

test('a link that passes visitors on is a typosquat only where it leads to a look-alike', () => {
  const passedOn = (evidence: Evidence) => urlThreats([finding('open-redirect', 'high', evidence)])
  assert.deepEqual(passedOn({ listed: false, imitates: 'Foxwallet' }), ['typosquat'])
  assert.deepEqual(passedOn({ listed: true, imitates: null }), ['suspicious'])
})

test('every finding that has a word is a rule’s', () => {
  const ids = new Set(urlDetectors.map(({ id }) => id))
  for (const id of ['seed-phrase-form', 'clickfix-command-lure', 'drainer-kit', 'new-domain', 'invalid-certificate'])
    assert.ok(ids.has(id), id)
  const all = urlThreats(urlDetectors.map(({ id }) => finding(id, 'high', { label: 'phishing' })))
  for (const threat of all) assert.ok(URL_THREATS.includes(threat))
  assert.ok(all.length > 5, all.join())
})
