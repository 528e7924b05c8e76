import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '@redoubt/risk/engine/finding.ts'
import { summarise } from './summarise.ts'

const ME = '0xC022C85bCe79a889068e142c337e7d8EC5BEa139'
const OTHER = '0x59D762C10a75372Aa1B20Bcd7e22Fa92AE7be19c'

const finding = (title: string, impact = 30): Finding => ({
  id: 'some-finding',
  severity: 'high',
  title,
  description: title,
  impact,
  evidence: {},
})
const row = (asset: string, change: string, changeUsd: number | null, account = ME) => ({
  asset,
  change,
  changeUsd,
  account,
  address: null,
  tokenId: null,
})
const approval = (symbol: string, riskLevel: 'critical' | 'low' | null, unlimited = false) => ({
  token: OTHER,
  symbol,
  spender: OTHER,
  spenderLabel: 'Unlabelled contract',
  after: '1',
  unlimited,
  riskLevel,
})
const result = {
  riskScore: 88,
  riskLevel: 'critical' as const,
  recommendation: 'BLOCK',
  confidence: 0.9,
  explanation: { summary: 'You lose 2,500 DAI.' },
  simulation: { balanceChanges: [row('DAI', '-2500', -2500)], approvalChanges: [approval('DAI', 'critical')] },
  complete: true,
  unknown: [],
  rulesetVersion: '1',
}

test('says what to do, why, and what changes', () => {
  const summary = summarise(result, [finding('A drain')], ME)
  assert.equal(summary.summary, 'You lose 2,500 DAI.')
  assert.deepEqual(summary.balanceChanges, [
    { asset: 'DAI', change: '-2500', changeUsd: -2500, address: null, tokenId: null },
  ])
  assert.equal(summary.approvalChanges?.[0]?.spender, OTHER)
  assert.deepEqual(summary.omitted, { balanceChanges: 0, approvalChanges: 0, findings: 0, unknown: 0 })
})

test('a loss is not hidden behind coins that arrive, and no danger behind harmless approvals', () => {
  const simulation = {
    balanceChanges: [
      ...Array.from({ length: 20 }, (_, index) => row(`GIFT${index}`, '1000000', 1_000_000)),
      row('DUST', '-1', null),
      row('DAI', '-2500', -2500),
      row('DAI', '2500', 2500, OTHER),
    ],
    approvalChanges: [
      ...Array(9).fill(approval('ONE', 'low')),
      approval('NONE', null),
      approval('ALL', 'critical', true),
    ],
  }
  const summary = summarise({ ...result, simulation }, [finding('A drain')], ME)
  assert.deepEqual(
    summary.balanceChanges?.slice(0, 2).map(({ asset }) => asset),
    ['DAI', 'DUST'],
  )
  assert.deepEqual(
    summary.approvalChanges?.slice(0, 2).map(({ symbol }) => symbol),
    ['ALL', 'NONE'],
  )
  assert.equal(summary.omitted.balanceChanges, 23 - (summary.balanceChanges?.length ?? 0))
  assert.equal(summary.omitted.approvalChanges, 11 - (summary.approvalChanges?.length ?? 0))
})

test('changes are null without a simulation, and the sentence is the report’s without an explanation', () => {
  const { simulation, explanation, ...rest } = result
  const summary = summarise(rest, [finding('Honeypot token'), finding('High sell tax')])
  assert.deepEqual([summary.balanceChanges, summary.approvalChanges], [null, null])
  assert.equal(summary.summary, 'Critical risk: Honeypot token and 1 other finding.')
})

test('fits into 2 KB, whatever strangers call their tokens', () => {
  for (const letter of ['x', '"', '\\', '\u0001', '字', '\u{1f98a}', '\ud800']) {
    const long = letter.repeat(500)
    const simulation = {
      balanceChanges: Array.from({ length: 100 }, () => row(long, `-${'9'.repeat(78)}.${'9'.repeat(77)}`, -1)),
      approvalChanges: Array.from({ length: 100 }, () => ({
        ...approval(long, 'critical'),
        spenderLabel: long,
        after: '9'.repeat(155),
      })),
    }
    const unknown = Array.from({ length: 40 }, () => 'counterpartyHistory')
    const findings = Array.from({ length: 40 }, () => finding(long))
    const summary = summarise({ ...result, explanation: { summary: long }, simulation, unknown }, findings, ME)
    const bytes = Buffer.byteLength(JSON.stringify(summary))
    assert.ok(bytes <= 1_700, `${JSON.stringify(letter)}: ${bytes}`)
    assert.equal(summary.findings.length, 3)
    assert.equal(summary.omitted.unknown, 40 - summary.unknown.length)
  }
})
