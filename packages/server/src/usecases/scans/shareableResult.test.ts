import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareableInput, shareableResult } from './shareableResult.ts'

const lookalike = (knownBy: string) => ({
  id: 'lookalike-recipient',
  title: 'Address poisoning',
  description: '0xaa looks like an address that you monitor, 0xbb.',
  evidence: { party: '0xaa', resembles: '0xbb', knownBy },
})

test('what only the account knows is withheld, score and title are not', () => {
  const origin = { url: 'https://a.example', scanned: { url: 'https://a.example', riskScore: 90 } }
  const scanned = {
    id: 'origin-scanned-as-dangerous',
    title: 'Scanned site',
    description: 'You scanned it',
    evidence: {},
  }
  for (const finding of [lookalike('monitored'), lookalike('signer'), lookalike('scanned'), scanned]) {
    const shared = shareableResult({ riskScore: 90, warnings: [finding], explanation: { summary: '0xbb' }, origin })
    assert.doesNotMatch(JSON.stringify(shared), /0xbb|monitor, 0x|You scanned|"scanned":\{/)
    assert.equal(shared.riskScore, 90)
    assert.equal((shared.warnings as { title: string }[])[0]?.title, finding.title)
    assert.equal(shared.explanation, null)
  }
})

test('the policy of the wallet, sums over earlier scans and the booking signature are withheld', () => {
  const policy = { outcome: 'refuse', rules: [{ reason: 'The daily limit of $100 would be exceeded by $5.' }] }
  const shared = shareableResult({ warnings: [], policy, askedByOrigin: { origin: 'https://a.example', sums: [] } })
  assert.deepEqual(shared, { warnings: [], askedByOrigin: null })
  const input = { address: '0xaa', options: { reserve: true, reserveProof: '0x12' } }
  assert.deepEqual(shareableInput(input), { address: '0xaa', options: { reserve: true } })
  assert.deepEqual(shareableInput({ url: 'https://a.example' }), { url: 'https://a.example' })
})

test('public findings stay as they are', () => {
  const result = { warnings: [lookalike('paid')], explanation: { summary: 'text' }, tokenSecurity: null }
  assert.deepEqual(shareableResult(result), result)
})
